; Ruby.

(comment) @comment

; What only encloses.
(singleton_class) @scope
(call block: [(do_block) (block)]) @scope
(if condition: (_) @keep) @scope
(unless condition: (_) @keep) @scope
(elsif condition: (_) @keep) @scope.open
(else) @scope.open
(case) @scope
(when) @scope.open
(begin) @scope
[(while) (until) (for)] @scope

((call method: (identifier) @_require arguments: (argument_list . (string . (string_content) @path .))) @import
  (#any-of? @_require "require" "load"))
; Which of the two it is says where to look.
((call method: (identifier) @imported arguments: (argument_list . (string . (string_content) @path .))) @import
  (#eq? @imported "require_relative"))
((call method: (identifier) @_require arguments: (argument_list
  . (simple_symbol) . (string . (string_content) @path .))) @import
  (#eq? @_require "autoload"))
; A module that is mixed in is something of elsewhere as well.
((call !receiver method: (identifier) @_mix arguments: (argument_list [(constant) (scope_resolution)] @path)) @import
  (#any-of? @_mix "include" "extend" "prepend"))

; Bodies lie between: the comments before the first statement are in none of their nodes.
(module name: (constant) @name @head "end" @tail) @definition.module
(module name: (scope_resolution name: (constant) @name) @head "end" @tail) @definition.module
(class name: (constant) @name @head "end" @tail) @definition.class
(class name: (scope_resolution name: (constant) @name) @head "end" @tail) @definition.class
(class name: [(constant) @name (scope_resolution name: (constant) @name)]
  superclass: (superclass (_) @base) @head "end" @tail)
(assignment left: [(constant) @name (scope_resolution name: (constant) @name)]) @definition.constant
(assignment
  left: (constant) @name
  right: [
    (hash) @body
    (array) @body
    (string_array) @body
    (symbol_array) @body
    (call receiver: [(hash) (array) (string_array) (symbol_array)] @body !arguments !block)
  ]) @definition.constant
((assignment
  left: (constant) @name
  right: (call receiver: (constant) @_maker method: (identifier) @_new)) @definition.class
  (#any-of? @_maker "Struct" "Class" "Data")
  (#any-of? @_new "new" "define"))

(method name: (_) @name body: (_)? @body) @definition.function
(method name: (_) @name @head "end" @tail)
(method name: (_) @name parameters: (_) @head "end" @tail)
(singleton_method name: (_) @name body: (_)? @body) @definition.method
(singleton_method name: (_) @name @head "end" @tail)
(singleton_method name: (_) @name parameters: (_) @head "end" @tail)
(module body: (body_statement (method name: (_) @name) @definition.method))
(do_block body: (body_statement (method name: (_) @name) @definition.method))
((method name: (identifier) @name) @definition.constructor
  (#eq? @name "initialize"))
(alias name: (_) @name) @definition.method
((call
  !receiver
  method: (identifier) @_define
  arguments: (argument_list . [(simple_symbol) @name (string . (string_content) @name .)])) @definition.method
  (#any-of? @_define "define_method" "alias_method" "define_singleton_method"))
((call
  !receiver
  method: (identifier) @_define
  arguments: (argument_list (simple_symbol) @name)) @definition.property
  (#any-of? @_define
    "attr_reader" "attr_writer" "attr_accessor" "mattr_accessor" "mattr_reader" "cattr_accessor" "class_attribute"))

(call method: (identifier) @reference.call)
(constant) @reference.type
