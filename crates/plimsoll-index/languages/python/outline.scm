; Python.

(comment) @comment

; What only encloses. A `try` is nothing without its handlers, an `else` nothing without what it is else to.
(if_statement condition: (_) @keep) @scope.open
(if_statement alternative: (elif_clause "elif" @keep)) @scope.open
(elif_clause condition: (_) @keep) @scope.open
(else_clause) @scope.open
(try_statement) @scope.open
(try_statement (except_clause "except" @keep)) @scope.open
(try_statement (except_clause "except" value: (_) @keep)) @scope.open
(try_statement (finally_clause "finally" @keep)) @scope.open
(except_clause) @scope.open
(finally_clause) @scope.open
(with_statement (with_clause) @keep) @scope.open
(for_statement right: (_) @keep) @scope.open
(while_statement condition: (_) @keep) @scope.open

(import_statement name: (dotted_name) @path) @import
(import_statement name: (aliased_import name: (dotted_name) @path)) @import
(import_from_statement module_name: (_) @path) @import
(import_from_statement module_name: (_) @path name: (dotted_name) @imported) @import
(import_from_statement module_name: (_) @path name: (aliased_import name: (dotted_name) @imported)) @import
(import_from_statement module_name: (_) @path (wildcard_import) @imported) @import
(future_import_statement "__future__" @path name: (dotted_name) @imported) @import

(class_definition name: (identifier) @name body: (block) @body) @definition.class
(class_definition name: (identifier) @name body: (block . (expression_statement . (string) @doc .))) @definition.class
(class_definition
  name: (identifier) @name
  superclasses: (argument_list [(identifier) (attribute) (subscript) (call)] @base)) @definition.class
(decorated_definition definition: (class_definition name: (identifier) @name)) @definition.class
(type_alias_statement left: (type (identifier) @name)) @definition.type
(type_alias_statement left: (type (generic_type (identifier) @name))) @definition.type

; Variables of a module, also where it makes them on a condition.
(module (expression_statement (assignment
  left: (identifier) @name
  right: [(dictionary) (list) (set) (tuple) (string)]? @body)) @definition.variable)
(module (expression_statement (assignment
  left: [(pattern_list (identifier) @name) (tuple_pattern (identifier) @name)])) @definition.variable)
(module (expression_statement (assignment
  right: (assignment left: (identifier) @name))) @definition.variable)
(module (if_statement consequence: (block (expression_statement (assignment
  left: (identifier) @name
  right: [(dictionary) (list) (set) (tuple) (string)]? @body)) @definition.variable)))
(module (if_statement alternative: (else_clause body: (block (expression_statement (assignment
  left: (identifier) @name
  right: [(dictionary) (list) (set) (tuple) (string)]? @body)) @definition.variable))))
(module (try_statement body: (block (expression_statement (assignment
  left: (identifier) @name
  right: [(dictionary) (list) (set) (tuple) (string)]? @body)) @definition.variable)))
(module (try_statement (except_clause (block (expression_statement (assignment
  left: (identifier) @name
  right: [(dictionary) (list) (set) (tuple) (string)]? @body)) @definition.variable))))
((module (expression_statement (assignment left: (identifier) @name)) @definition.constant)
  (#match? @name "^_*[A-Z][A-Z0-9_]*$"))

(class_definition body: (block (expression_statement (assignment
  left: (identifier) @name
  right: [(dictionary) (list) (set) (tuple) (string)]? @body)) @definition.field))
(class_definition body: (block (expression_statement (assignment
  left: [(pattern_list (identifier) @name) (tuple_pattern (identifier) @name)])) @definition.field))

(function_definition name: (identifier) @name body: (block) @body) @definition.function
(function_definition
  name: (identifier) @name body: (block . (expression_statement . (string) @doc .))) @definition.function
(decorated_definition definition: (function_definition name: (identifier) @name)) @definition.function
(class_definition body: (block
  (function_definition name: (identifier) @name) @definition.method))
(class_definition body: (block
  (decorated_definition definition: (function_definition name: (identifier) @name)) @definition.method))
(class_definition body: (block [
  (if_statement consequence: (block (function_definition name: (identifier) @name) @definition.method))
  (if_statement alternative: (else_clause body: (block
    (function_definition name: (identifier) @name) @definition.method)))
]))
((class_definition body: (block
  (function_definition name: (identifier) @name) @definition.constructor))
  (#eq? @name "__init__"))
((decorated_definition
  (decorator (identifier) @_decorator)
  definition: (function_definition name: (identifier) @name)) @definition.property
  (#any-of? @_decorator "property" "cached_property" "classproperty" "abstractproperty"))
((decorated_definition
  (decorator (attribute attribute: (identifier) @_decorator))
  definition: (function_definition name: (identifier) @name)) @definition.property
  (#any-of? @_decorator "setter" "getter" "deleter" "cached_property" "abstractproperty"))

(call function: (identifier) @reference.call)
(call function: (attribute attribute: (identifier) @reference.call))
(decorator (identifier) @reference.call)
(decorator (attribute attribute: (identifier) @reference.call))
(class_definition superclasses: (argument_list (identifier) @reference.type))
(class_definition superclasses: (argument_list (attribute attribute: (identifier) @reference.type)))
(class_definition superclasses: (argument_list (subscript value: (identifier) @reference.type)))
(type (identifier) @reference.type)
(type (attribute attribute: (identifier) @reference.type))
(type (binary_operator (identifier) @reference.type))
(generic_type (identifier) @reference.type)
