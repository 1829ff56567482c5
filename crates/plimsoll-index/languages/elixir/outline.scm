; Elixir: everything is a call, and its name says what it is.

(comment) @comment
((unary_operator operator: "@" operand: (call target: (identifier) @_name)) @comment
  (#any-of? @_name "doc" "moduledoc" "typedoc"))
((unary_operator operator: "@" operand: (call target: (identifier) @_name)) @attribute
  (#any-of? @_name "spec" "impl" "deprecated" "dialyzer" "since" "tag"))
(call (do_block) @body) @scope
[(anonymous_function) (arguments)] @scope
(else_block) @scope.open
((call target: (identifier) @_name) @keep (#any-of? @_name "defstruct" "defexception"))

((call target: (identifier) @_name (arguments . (_) @name) (do_block) @body) @definition.module
  (#eq? @_name "defmodule"))
((call target: (identifier) @_name (arguments . (_) @name)
  (do_block . (unary_operator operand: (call target: (identifier) @_doc)) @doc))
  (#eq? @_name "defmodule") (#eq? @_doc "moduledoc"))
((call target: (identifier) @_name (arguments . (_) @name)
  (do_block (unary_operator operand: (call target: (identifier) @_behaviour (arguments . (alias) @base)))))
  (#eq? @_name "defmodule") (#eq? @_behaviour "behaviour"))
((call target: (identifier) @_name (arguments . (_) @name) (do_block) @body) @definition.interface
  (#eq? @_name "defprotocol"))
((call target: (identifier) @_name (arguments . (_) @name) (do_block) @body) @definition.extension
  (#eq? @_name "defimpl"))

; Several clauses are several definitions.
((call target: (identifier) @_name
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (identifier) @name operator: "when")
    (binary_operator left: (call target: (identifier) @name) operator: "when")])
  (do_block)? @body) @definition.function
  (#any-of? @_name "def" "defp" "defdelegate" "defn" "defnp"))
((call target: (identifier) @_name
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (identifier) @name operator: "when")
    (binary_operator left: (call target: (identifier) @name) operator: "when")])
  (do_block)? @body) @definition.macro
  (#any-of? @_name "defmacro" "defmacrop" "defguard" "defguardp"))
((call target: (identifier) @_name
  (arguments . (binary_operator left: (identifier) operator: _ @name right: (identifier)))
  (do_block)? @body) @definition.function
  (#any-of? @_name "def" "defp" "defmacro" "defmacrop") (#not-eq? @name "when"))
((call target: (identifier) @_name (arguments . (string . (quoted_content) @name .)) (do_block) @body) @definition.function
  (#eq? @_name "test"))
((call target: (identifier) @_name (arguments . (string . (quoted_content) @name .)) (do_block) @body) @definition.module
  (#eq? @_name "describe"))

((unary_operator operator: "@" operand: (call target: (identifier) @_name
  (arguments . (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::"))))
  @definition.type
  (#any-of? @_name "type" "typep" "opaque"))
((unary_operator operator: "@" operand: (call target: (identifier) @_name
  (arguments . (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::"))))
  @definition.method
  (#any-of? @_name "callback" "macrocallback"))
((unary_operator operator: "@" operand: (call target: (identifier) @_name
  (arguments . (binary_operator
    left: (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::")
    operator: "when"))))
  @definition.method
  (#any-of? @_name "callback" "macrocallback"))
((unary_operator operator: "@" operand: (call target: (identifier) @name (arguments . (_)))) @definition.constant
  (#not-any-of? @name "doc" "moduledoc" "typedoc" "spec" "impl" "deprecated" "dialyzer" "since" "type" "typep"
    "opaque" "callback" "macrocallback" "behaviour" "optional_callbacks" "tag" "moduletag" "describetag" "derive"
    "compile" "before_compile" "after_compile" "on_load" "on_definition" "external_resource" "enforce_keys"))
(unary_operator operator: "@" operand: (call target: (identifier) @name (arguments . [(list) (map) (tuple)] @body)))

((call target: (identifier) @_name (arguments . (alias) @path)) @import
  (#any-of? @_name "alias" "import" "require" "use"))
((call target: (identifier) @_name (arguments . (dot left: (alias) @path right: (tuple (alias) @imported)))) @import
  (#any-of? @_name "alias" "import" "require" "use"))

((call target: (identifier) @reference.call)
  (#not-any-of? @reference.call "def" "defp" "defmodule" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate"
    "defimpl" "defprotocol" "defstruct" "defexception" "alias" "import" "require" "use" "if" "unless" "case" "cond"
    "with" "for" "quote" "unquote" "doc" "moduledoc" "typedoc" "spec" "type" "typep" "opaque" "impl" "callback" "macrocallback"
    "behaviour" "tag" "describe" "test"))
(call target: (dot right: (identifier) @reference.call))
(alias) @reference.type
