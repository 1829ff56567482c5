; Go.

(comment) @comment

(package_clause (package_identifier) @name) @definition.module

(import_spec path: (_) @path) @import
(import_declaration (import_spec_list)) @scope

; `type (`, `const (` and `var (` only enclose.
(type_declaration "(") @scope
(const_declaration "(") @scope
(var_declaration (var_spec_list)) @scope

(type_declaration . (type_spec name: (type_identifier) @name) .) @definition.type
(type_spec name: (type_identifier) @name) @definition.type
(type_declaration . (type_alias name: (type_identifier) @name) .) @definition.type
(type_alias name: (type_identifier) @name) @definition.type
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type) @body) @definition.interface
(type_alias name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_alias name: (type_identifier) @name type: (interface_type) @body) @definition.interface

(type_spec
  name: (type_identifier) @name
  type: (struct_type (field_declaration_list (field_declaration
    !name type: [(type_identifier) (qualified_type) (generic_type) (pointer_type)] @base)))) @definition.struct
(type_spec
  name: (type_identifier) @name
  type: (interface_type (type_elem . [(type_identifier) (qualified_type) (generic_type)] @base .))) @definition.interface

; What is embedded has the name of its type. Fields of a type that has no name are part of what it is the type of.
(type_spec type: (struct_type (field_declaration_list
  (field_declaration name: (field_identifier) @name) @definition.field)))
(type_spec type: (struct_type (field_declaration_list
  (field_declaration !name type: [
    (type_identifier) @name
    (pointer_type (type_identifier) @name)
    (qualified_type name: (type_identifier) @name)
    (pointer_type (qualified_type name: (type_identifier) @name))
    (generic_type type: (type_identifier) @name)
  ]) @definition.field)))
(type_spec type: (interface_type (type_elem . [
    (type_identifier) @name
    (qualified_type name: (type_identifier) @name)
    (generic_type type: (type_identifier) @name)
  ] .) @definition.field))
(type_spec type: (interface_type
  (method_elem name: (field_identifier) @name) @definition.method))

(function_declaration name: (identifier) @name body: (block)? @body) @definition.function
(method_declaration name: (field_identifier) @name body: (block)? @body) @definition.method

(const_spec (identifier) @name) @definition.constant
; Where nothing else stands in the declaration, it is all its own.
(const_declaration . (const_spec (identifier) @name) .) @definition.constant
(source_file (var_declaration (var_spec
  name: (identifier) @name
  value: (expression_list . (composite_literal body: (literal_value) @body) .)?)) @definition.variable)
(source_file (var_declaration (var_spec_list (var_spec
  name: (identifier) @name
  value: (expression_list . (composite_literal body: (literal_value) @body) .)?) @definition.variable)))

(call_expression function: (identifier) @reference.call)
(call_expression function: (selector_expression field: (field_identifier) @reference.call))
(call_expression function: (parenthesized_expression (identifier) @reference.call))
(call_expression function: (index_expression operand: (identifier) @reference.call))
(type_identifier) @reference.type
