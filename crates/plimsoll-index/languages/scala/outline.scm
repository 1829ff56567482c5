; Scala, with braces or by indentation.

[(comment) (block_comment)] @comment

(package_clause name: (_) @name body: (_)? @body) @definition.module
(package_object name: (_) @name body: (_)? @body) @definition.module
(class_definition name: (_) @name body: (_)? @body) @definition.class
(class_definition name: (_) @name extend: (extends_clause [(type_identifier) (generic_type) (stable_type_identifier)] @base))
(object_definition name: (_) @name body: (_)? @body) @definition.class
(object_definition name: (_) @name extend: (extends_clause [(type_identifier) (generic_type) (stable_type_identifier)] @base))
(trait_definition name: (_) @name body: (_)? @body) @definition.trait
(trait_definition name: (_) @name extend: (extends_clause [(type_identifier) (generic_type) (stable_type_identifier)] @base))
(enum_definition name: (_) @name body: (_) @body) @definition.enum
(enum_definition name: (_) @name extend: (extends_clause [(type_identifier) (generic_type) (stable_type_identifier)] @base))
(simple_enum_case name: (_) @name) @definition.member
(full_enum_case name: (_) @name) @definition.member
(enum_case_definitions [(simple_enum_case name: (_) @name) (full_enum_case name: (_) @name)]) @whole
(type_definition name: (_) @name) @definition.type
(given_definition name: (_) @name) @definition.constant
(given_definition name: (_) @name body: [(template_body) (with_template_body)] @body)
(extension_definition) @scope.open
(extension_definition "}") @scope
[(block) (case_block) (arguments) (if_expression)] @scope
(call_expression arguments: [(block) (case_block)]) @scope
(infix_expression right: (block)) @scope

(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.function
(function_definition name: (_) @name body: (block) @body)
; A body by indentation cannot be empty: its first statement stays.
(function_definition name: (_) @name body: (indented_block . (_) . (_)+ @body))
; What a body is when it is one expression: its largest brackets.
(function_definition name: (_) @name body: [
  (call_expression arguments: [(block) (case_block) (arguments)] @body)
  (indented_block . (call_expression arguments: [(block) (case_block) (arguments)] @body) .)])
(function_definition name: (_) @name body: [
  (match_expression body: (case_block) @body)
  (indented_block . (match_expression body: (case_block) @body) .)])
; Cases by indentation: the first one says what they are.
(function_definition name: (_) @name body: [
  (match_expression body: (indented_cases . (case_clause "=>" @head)))
  (indented_block . (match_expression body: (indented_cases . (case_clause "=>" @head))) .)]) @whole
(function_definition name: (_) @name body: [
  (if_expression consequence: (block) @body alternative: (_)? @body)
  (indented_block . (if_expression consequence: (block) @body alternative: (_)? @body) .)])
(function_definition name: (_) @name body: [
  (if_expression consequence: (indented_block) "else" @body alternative: (_) @body)
  (indented_block . (if_expression consequence: (indented_block) "else" @body alternative: (_) @body) .)])
(function_definition name: (_) @name body: [
  (try_expression body: (block) @body (catch_clause)? @body (finally_clause)? @body)
  (indented_block . (try_expression body: (block) @body (catch_clause)? @body (finally_clause)? @body) .)])
((function_definition name: (identifier) @name) @definition.constructor (#eq? @name "this"))

(template_body (val_definition pattern: (identifier) @name) @definition.field)
(template_body (val_definition pattern: (identifiers (identifier) @name)) @definition.field)
(template_body (var_definition pattern: (identifier) @name) @definition.field)
(template_body (val_declaration name: (identifier) @name) @definition.field)
(template_body (var_declaration name: (identifier) @name) @definition.field)
(compilation_unit (val_definition pattern: (identifier) @name) @definition.constant)
(compilation_unit (var_definition pattern: (identifier) @name) @definition.variable)
(val_definition pattern: (identifier) @name value: (block) @body.code)
(val_definition pattern: (identifier) @name value: (indented_block . (_) . (_)+ @body.code))
(val_definition pattern: (identifier) @name value: (call_expression arguments: (_) @body))
(val_definition pattern: (identifier) @name value: [
  (match_expression body: (case_block) @body.code)
  (indented_block . (match_expression body: (case_block) @body.code) .)])
(val_definition pattern: (identifier) @name value: [
  (if_expression consequence: (block) @body.code alternative: (_)? @body.code)
  (indented_block . (if_expression consequence: (block) @body.code alternative: (_)? @body.code) .)])
(val_definition pattern: (identifier) @name value: (instance_expression (template_body "}") @body.code))
(class_parameter ["val" "var"] name: (_) @name) @definition.field
(class_definition "case" class_parameters: (class_parameters (class_parameter name: (_) @name) @definition.field))

(val_definition pattern: (tuple_pattern) value: [(block) (indented_block)] @inner)
(instance_expression (template_body) @inner)
(instance_expression (template_body (function_definition name: (_) @name) @definition.method))
(with_template_body (function_definition name: (_) @name) @definition.method)

; Several may share a statement: each begins behind the word or a comma.
(import_declaration ["import" ","] . [(identifier) "."]+ @path) @import
(import_declaration ["import" ","] . [(identifier) "."]+ @path . (namespace_wildcard) @imported) @import
(import_declaration ["import" ","] . [(identifier) "."]+ @path . (as_renamed_identifier name: (_) @imported)) @import
(import_declaration ["import" ","] . [(identifier) "."]+ @path . (namespace_selectors [(identifier) (namespace_wildcard)] @imported)) @import
(import_declaration ["import" ","] . [(identifier) "."]+ @path . (namespace_selectors (_ name: (_) @imported))) @import
(export_declaration ["export" ","] . [(identifier) "."]+ @path) @import
(export_declaration ["export" ","] . [(identifier) "."]+ @path . (namespace_wildcard) @imported) @import
(export_declaration ["export" ","] . [(identifier) "."]+ @path . (as_renamed_identifier name: (_) @imported)) @import
(export_declaration ["export" ","] . [(identifier) "."]+ @path . (namespace_selectors [(identifier) (namespace_wildcard)] @imported)) @import
(export_declaration ["export" ","] . [(identifier) "."]+ @path . (namespace_selectors (_ name: (_) @imported))) @import

(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression field: (_) @reference.call))
(call_expression function: (generic_function function: (identifier) @reference.call))
(call_expression function: (generic_function function: (field_expression field: (_) @reference.call)))
(type_identifier) @reference.type
