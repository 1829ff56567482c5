; Rust.

[(line_comment) (block_comment)] @comment
[(attribute_item) (inner_attribute_item)] @attribute

(foreign_mod_item body: (_)) @scope

(mod_item name: (identifier) @name body: (declaration_list) @body) @definition.module
(struct_item name: (type_identifier) @name body: (_)? @body) @definition.struct
(union_item name: (type_identifier) @name body: (_) @body) @definition.union
(enum_item name: (type_identifier) @name body: (_) @body) @definition.enum
(enum_variant name: (identifier) @name) @definition.member
(field_declaration name: (field_identifier) @name) @definition.field
(trait_item name: (type_identifier) @name
  bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @base)?
  body: (_) @body) @definition.trait
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(const_item
  name: (identifier) @name
  value: [
    (array_expression) @body
    (reference_expression value: (array_expression) @body)
    (struct_expression body: (_) @body)
  ]?) @definition.constant
(static_item
  name: (identifier) @name
  value: [
    (array_expression) @body
    (reference_expression value: (array_expression) @body)
    (struct_expression body: (_) @body)
  ]?) @definition.variable
(macro_definition name: (identifier) @name ["{" "(" "["] @head ["}" ")" "]"] @tail) @definition.macro
(impl_item
  trait: [(type_identifier) (scoped_type_identifier) (generic_type)]? @base
  type: (_) @name
  body: (_)? @body) @definition.extension

(function_item name: (identifier) @name body: (block) @body) @definition.function
(function_signature_item name: (identifier) @name) @definition.function
(impl_item body: (declaration_list
  (function_item name: (identifier) @name body: (block) @body) @definition.method))
(trait_item body: (declaration_list
  (function_item name: (identifier) @name body: (block) @body) @definition.method))
(trait_item body: (declaration_list
  (function_signature_item name: (identifier) @name) @definition.method))

(use_declaration argument: (_) @path) @import
(extern_crate_declaration name: (identifier) @path) @import
(mod_item name: (identifier) @path !body) @import

(call_expression function: (identifier) @reference.call)
(call_expression function: (scoped_identifier name: (identifier) @reference.call))
(call_expression function: (field_expression field: (field_identifier) @reference.call))
(call_expression function: (generic_function function: (identifier) @reference.call))
(call_expression function: (generic_function function: (scoped_identifier name: (identifier) @reference.call)))
(call_expression function: (generic_function function: (field_expression field: (field_identifier) @reference.call)))
(macro_invocation macro: (identifier) @reference.call)
(macro_invocation macro: (scoped_identifier name: (identifier) @reference.call))
(type_identifier) @reference.type
