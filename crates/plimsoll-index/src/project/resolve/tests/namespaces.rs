//! Languages that import names.

use crate::project::tests::check;

#[test]
fn java_kotlin_and_scala_go_by_declared_packages() {
    check(
        "
== app/src/main/java/com/x/App.java
module com.x
import com.x.util.Strings -> lib/src/main/java/com/x/util/Strings.java
import com.x.util.Strings.Inner -> lib/src/main/java/com/x/util/Strings.java
import com.x.util.Strings.join -> lib/src/main/java/com/x/util/Strings.java
import com.x.util.* -> lib/src/main/java/com/x/util/Lists.java
import com.x.util -> lib/src/main/java/com/x/util/Lists.java
import com.x.util.Gone -> unresolved
import java.util.List -> external
import com.x.tools.shout -> tools/Odd.kt
import com.x.bare.Thing -> app/src/main/java/com/x/bare/Thing.java
class App
  type Lists
== app/src/main/java/com/x/bare/Thing.java
== lib/src/main/java/com/x/util/Strings.java
module com.x.util
class Strings
  class Inner
  method join
== lib/src/main/java/com/x/util/Lists.java
module com.x.util
class Lists
== tools/Odd.kt
module com.x.tools
function shout
== s/A.scala
module com
module sc
import com.x.util.{Lists, Strings => S} -> lib/src/main/java/com/x/util/Lists.java, lib/src/main/java/com/x/util/Strings.java
import com.sc._ -> s/B.scala
import B._ -> s/B.scala
import com.x.util.Lists -> lib/src/main/java/com/x/util/Lists.java
import Lists._ -> lib/src/main/java/com/x/util/Lists.java
import Unknown._ -> external
class A
  type B
== s/B.scala
module com.sc
class B
",
    );
}

#[test]
fn csharp_usings_mean_the_files_that_are_named() {
    check(
        "
== src/App.cs
import Lib.Model -> src/lib/Order.cs, src/lib/Other.cs
import Lib.Empty -> nothing
import System.Diagnostics -> external
import System.Text -> external
import static Lib.Model.Order -> src/lib/Order.cs
import Lib.Model.Order -> src/lib/Order.cs
import Alias = Lib.Model.Third -> src/lib/Third.cs
module App
  class Program
    type Order
    call Other
== src/lib/Order.cs
module Lib.Model
class Order
== src/lib/Other.cs
module Lib
  module Model
    class Other
== src/lib/Third.cs
module Lib.Model
class Third
== src/lib/Empty.cs
module Lib.Empty
class Nobody
== src/lib/Polyfill.cs
module System.Diagnostics.CodeAnalysis
class NotNull
== src/lib/tests/Other.cs
module Lib.Model
class Other
",
    );
}

#[test]
fn php_goes_by_composer_then_by_declaration() {
    check(
        "
== composer.json
| {\"autoload\": {\"psr-4\": {\"App\\\\\": \"src/\", \"App\\\\Odd\\\\\": [\"odd\", \"more\"]}}}
== src/Kernel.php
module App
import App\\Http\\Request -> src/Http/Request.php
import App\\Odd\\X -> more/X.php
import App\\Http\\{Request, Response as R} -> src/Http/Request.php, src/Http/Response.php
import App\\Http [Request, Response] -> src/Http/Request.php, src/Http/Response.php
import App\\Gone -> unresolved
import Symfony\\Component\\Yaml -> external
import Closure -> external
import function App\\Legacy\\helper -> legacy/functions.php
import __DIR__ . '/../legacy/functions.php' -> legacy/functions.php
import legacy/functions.php -> legacy/functions.php
import /../legacy/functions.php -> legacy/functions.php
import $file -> unresolved
class Kernel
== src/Http/Request.php
== src/Http/Response.php
== more/X.php
== legacy/functions.php
module App\\Legacy
function helper
",
    );
}

#[test]
fn elixir_and_swift_go_by_names() {
    check(
        "
== lib/app/store.ex
module App.Store
  import App.{Repo, Cache.Local} -> lib/app/cache.ex, lib/app/repo.ex
  import App.Repo -> lib/app/repo.ex
  import __MODULE__.Inner -> lib/app/inner.ex
  import Ecto.Query -> external
  import App.Gone -> unresolved
  import App.Space [One, Sub] -> lib/app/space/one.ex, lib/app/space/sub/named.ex
  import Mix.Task -> external
  import Mix.Tasks.Gone -> unresolved
  type Named
== lib/app.ex
module App
== lib/app/space/one.ex
module App.Space.One
== lib/app/space/sub/named.ex
module App.Space.Sub.Named
== lib/app/space/sub/other.ex
module App.Space.Sub.Other
== lib/mix/tasks/own.ex
module Mix.Tasks.Own
== lib/app/repo.ex
module App.Repo
== lib/app/inner.ex
module App.Store.Inner
== lib/app/cache.ex
module App.Cache
  module Local
",
    );
    check(
        "
== Package.swift
| let package = Package(name: \"p\", targets: [
|   .target(name: \"Odd\", dependencies: [\"Core\"], path: \"Elsewhere\"),
|   .target(name: \"Core\"), .testTarget(name: \"CoreTests\", dependencies: [\"Core\"])])
== Sources/Core/Store.swift
class Store
== Sources/Core/Other.swift
struct Other
== Sources/Large/A.swift
class A
== Sources/Large/B.swift
class B
== Sources/Large/C.swift
class C
== Sources/Large/D.swift
class D
== Elsewhere/Odd.swift
class Odd
== Tests/CoreTests/StoreTests.swift
import Core -> Sources/Core/Store.swift
import Odd -> Elsewhere/Odd.swift
import Large -> nothing
import Foundation -> external
class StoreTests
  type Store
",
    );
}
