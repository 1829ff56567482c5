; What JavaScript and TypeScript have in common. Each of them has a file of its own besides.

(comment) @comment
(decorator) @attribute

; Brackets around something with a name belong to it.
[(arguments) (array) (class_body) (object) (parenthesized_expression) (statement_block) (try_statement)] @scope
(try_statement handler: (catch_clause "catch" @keep)) @scope
(try_statement finalizer: (finally_clause "finally" @keep)) @scope
(program (expression_statement) @scope)
(program (lexical_declaration (variable_declarator name: (object_pattern) @keep)) @scope)
(program (variable_declaration (variable_declarator name: (object_pattern) @keep)) @scope)
; What is called may end where its arguments begin.
(call_expression function: (parenthesized_expression)) @scope
(call_expression function: (member_expression object: [(array) (call_expression) (parenthesized_expression)])) @scope
(arrow_function body: (statement_block) @body) @scope
(function_expression body: (_) @body) @scope
(class body: (_) @body) @scope
(for_in_statement body: (statement_block) @body) @scope
(for_statement body: (statement_block) @body) @scope
(if_statement consequence: (statement_block) @body) @scope
(if_statement consequence: (expression_statement) alternative: (else_clause "else" @keep)) @scope

; A callback in a function.
(statement_block (expression_statement
  (call_expression arguments: (arguments [(arrow_function body: (_) @inner) (function_expression body: (_) @inner)]))))
(statement_block (expression_statement (await_expression
  (call_expression arguments: (arguments [(arrow_function body: (_) @inner) (function_expression body: (_) @inner)])))))

; Variables of the file, but for names that are only imported.
(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name value: (_) @_value))
  @definition.constant (#not-match? @_value "^require\\(['\"][^'\"]*['\"]\\)$"))
(program (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name)) @definition.variable)
(program (variable_declaration (variable_declarator name: (identifier) @name !value)) @definition.variable)
(program (variable_declaration (variable_declarator name: (identifier) @name value: (_) @_value))
  @definition.variable (#not-match? @_value "^require\\(['\"][^'\"]*['\"]\\)$"))
(export_statement declaration: (lexical_declaration kind: "const"
  (variable_declarator name: (identifier) @name))) @definition.constant
(export_statement declaration: (lexical_declaration kind: "let"
  (variable_declarator name: (identifier) @name))) @definition.variable
(export_statement declaration: (variable_declaration
  (variable_declarator name: (identifier) @name))) @definition.variable
(export_statement declaration: (lexical_declaration (variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @name)))) @definition.constant
(variable_declarator name: (identifier) @name value: [(object) (array) (template_string)] @body)
(variable_declarator name: (identifier) @name value: (call_expression arguments: (_) @body))
(variable_declarator name: (identifier) @name value: (new_expression arguments: (_) @body))
(variable_declarator name: (identifier) @name value: (call_expression arguments: (arguments [
  (arrow_function body: (statement_block) @body.code)
  (function_expression body: (_) @body.code)
  (generator_function body: (_) @body.code)])))
(variable_declarator name: (identifier) @name
  value: (call_expression arguments: (arguments (call_expression arguments: (arguments [
    (arrow_function body: (statement_block) @body.code)
    (function_expression body: (_) @body.code)])))))

; What a compiler writes: `(this && this.x) || function …`.
(variable_declarator name: (identifier) @name
  value: (binary_expression right: (function_expression body: (_) @body.code)))

; Functions, and what is bound to one.
(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @definition.function
(variable_declarator name: (identifier) @name value: (arrow_function)) @definition.function
(variable_declarator name: (identifier) @name value: (arrow_function body: (call_expression
  arguments: (arguments [(object) (array) (arrow_function) (function_expression)]) @body)))
(variable_declarator name: (identifier) @name
  value: (arrow_function body: (parenthesized_expression [(object) (array)] @body)))
(variable_declarator name: (identifier) @name value: (arrow_function body: (statement_block) @body))
(variable_declarator name: (identifier) @name
  value: (arrow_function body: (arrow_function body: (statement_block) @body)))
(variable_declarator name: (identifier) @name value: (function_expression body: (_) @body)) @definition.function
(variable_declarator name: (identifier) @name value: (generator_function body: (_) @body)) @definition.function
(assignment_expression left: (identifier) @name right: (arrow_function)) @definition.function
(assignment_expression left: (identifier) @name right: (arrow_function body: (statement_block) @body))
(assignment_expression left: (identifier) @name right: (function_expression body: (_) @body)) @definition.function
(assignment_expression left: (member_expression property: (_) @name)
  right: (arrow_function) (#not-eq? @name "exports")) @definition.method
(assignment_expression left: (member_expression property: (_) @name)
  right: (arrow_function body: (statement_block) @body))
(assignment_expression left: (member_expression property: (_) @name)
  right: (function_expression body: (_) @body) (#not-eq? @name "exports")) @definition.method
(assignment_expression left: (member_expression property: (_) @name)
  right: (generator_function body: (_) @body) (#not-eq? @name "exports")) @definition.method
(assignment_expression left: (member_expression property: (_) @_exports)
  right: (function_expression name: (identifier) @name body: (_) @body)
  (#eq? @_exports "exports")) @definition.function
(assignment_expression left: (member_expression object: (identifier) @_module property: (property_identifier) @name)
  right: (function_expression !name body: (_) @body)
  (#eq? @_module "module") (#eq? @name "exports")) @definition.function
(assignment_expression left: (member_expression object: (identifier) @_module property: (property_identifier) @name)
  right: (arrow_function) (#eq? @_module "module") (#eq? @name "exports")) @definition.function
(assignment_expression left: (member_expression
    object: (member_expression property: (property_identifier) @_prototype) property: (property_identifier) @name)
  right: [(identifier) (member_expression)]
  (#eq? @_prototype "prototype")) @definition.method
(assignment_expression left: (member_expression
    object: (member_expression property: (property_identifier) @_prototype) property: (property_identifier) @name)
  right: (assignment_expression right: (function_expression body: (_) @body))
  (#eq? @_prototype "prototype")) @definition.method
(assignment_expression right: (assignment_expression
  left: (member_expression property: (_) @name) right: (function_expression))) @whole
(arguments (function_expression name: (identifier) @name body: (_) @body) @definition.function)
(arguments (generator_function name: (identifier) @name body: (_) @body) @definition.function)
(return_statement (function_expression name: (identifier) @name body: (_) @body) @definition.function)
(pair key: [(property_identifier) @name (string (string_fragment) @name)] value: (arrow_function)) @definition.method
(pair key: [(property_identifier) @name (string (string_fragment) @name)]
  value: (arrow_function body: (statement_block) @body))
(pair key: [(property_identifier) @name (string (string_fragment) @name)]
  value: (function_expression body: (_) @body)) @definition.method

; Of what a definition is a part.
(lexical_declaration (variable_declarator name: (identifier) @name)) @whole
(variable_declaration (variable_declarator name: (identifier) @name)) @whole
(export_statement declaration: (_ name: (_) @name)) @whole

; What has no name but that of the default export.
(export_statement "default" @name value: (arrow_function)) @definition.function
(export_statement "default" @name value: (arrow_function body: (statement_block) @body))
(export_statement "default" @name value: (function_expression !name body: (_) @body)) @definition.function
(export_statement "default" @name value: (generator_function !name body: (_) @body)) @definition.function
(export_statement "default" @name value: (class !name body: (_) @body)) @definition.class
(export_statement "default" @name value: [(object) (array)] @body) @definition.constant
(export_statement "default" @name value: (call_expression arguments: (_) @body)) @definition.constant
(export_statement "default" @name value: (new_expression arguments: (_) @body)) @definition.constant

; What is made known under a name, where nothing else says so.
(program (export_statement (export_clause)) @keep)
(program (export_statement "default" value: [(identifier) (member_expression)]) @keep)
(program (expression_statement (assignment_expression left: (member_expression object: (identifier) @_exports)
  right: [(identifier) (member_expression)])) @keep (#any-of? @_exports "exports" "module"))
(program (expression_statement (assignment_expression left: (member_expression object: (identifier) @_exports)
  right: (object . [(shorthand_property_identifier) (pair value: (identifier))]))) @keep (#eq? @_exports "module"))

; Members.
(method_definition name: (_) @name body: (_) @body) @definition.method
(method_definition ["get" "set"] name: (_) @name) @definition.property
(class_body (method_definition name: (property_identifier) @name (#eq? @name "constructor")) @definition.constructor)

(import_statement source: (string) @path) @import
(import_statement (import_clause (identifier) @imported) source: (string) @path) @import
(import_statement
  (import_clause (named_imports (import_specifier name: (identifier) @imported))) source: (string) @path) @import
(export_statement source: (string) @path) @import
(export_statement
  (export_clause (export_specifier name: (identifier) @imported)) source: (string) @path) @import
(call_expression function: (import) arguments: (arguments . (string) @path)) @import.part
(call_expression function: (identifier) @_require arguments: (arguments . (string) @path .)
  (#eq? @_require "require")) @import.part
(expression_statement (call_expression
  function: (identifier) @_require arguments: (arguments . (string) @path .))
  (#eq? @_require "require")) @import
(lexical_declaration (variable_declarator value: (call_expression
  function: (identifier) @_require arguments: (arguments . (string) @path .)))
  (#eq? @_require "require")) @import
(variable_declaration (variable_declarator value: (call_expression
  function: (identifier) @_require arguments: (arguments . (string) @path .)))
  (#eq? @_require "require")) @import
(variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @imported
    (pair_pattern key: (property_identifier) @imported)])
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @path .))
  (#eq? @_require "require")) @import.part

(call_expression function: (identifier) @reference.call)
(call_expression function: (member_expression property: (_) @reference.call))
(new_expression constructor: (identifier) @reference.type)
(new_expression constructor: (member_expression property: (_) @reference.type))
(decorator (identifier) @reference.call)
