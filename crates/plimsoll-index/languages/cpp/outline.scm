; What C++ has besides C.

(namespace_definition !name body: (_)) @scope
(class_specifier !name body: (_)) @scope

(namespace_definition name: (_) @name body: (_) @body) @definition.module
(namespace_alias_definition name: (namespace_identifier) @name) @definition.module

; Types.
(class_specifier
  name: [(type_identifier) @name (template_type name: (type_identifier) @name) (qualified_identifier) @name]
  body: (_) @body) @definition.class
(struct_specifier
  name: [(template_type name: (type_identifier) @name) (qualified_identifier) @name]
  body: (_) @body) @definition.struct
(enum_specifier name: (qualified_identifier) @name body: (_) @body) @definition.enum
(class_specifier
  name: [(type_identifier) @name (template_type name: (type_identifier) @name) (qualified_identifier) @name]
  (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base) body: (_))
(struct_specifier
  name: [(type_identifier) @name (template_type name: (type_identifier) @name) (qualified_identifier) @name]
  (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base) body: (_))
(declaration type: (class_specifier name: (type_identifier) @name body: (_))) @whole
(field_declaration type: (class_specifier name: (type_identifier) @name body: (_))) @whole

; `class EXPORT Name {`: the grammar takes a macro for the name, and the rest for a function without parameters.
(function_definition type: (class_specifier !body) . declarator: (identifier) @name
  body: (compound_statement) @body) @definition.class
(function_definition type: (struct_specifier !body) . declarator: (identifier) @name
  body: (compound_statement) @body) @definition.struct
(function_definition type: (class_specifier !body) . declarator: (identifier)
  body: (compound_statement (declaration type: (_) declarator: (identifier) @name) @definition.field))
(function_definition type: (struct_specifier !body) . declarator: (identifier)
  body: (compound_statement (declaration type: (_) declarator: (identifier) @name) @definition.field))
(function_definition type: (class_specifier !body) . declarator: (identifier) body: (compound_statement
  (labeled_statement (declaration type: (_) declarator: (identifier) @name) @definition.field)))

(type_definition declarator: (reference_declarator [
  (type_identifier) @name
  (function_declarator declarator: (parenthesized_declarator
    (pointer_declarator declarator: (type_identifier) @name)))])) @definition.type
(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.type

(field_declaration declarator: (reference_declarator (field_identifier) @name)) @definition.field
(field_declaration declarator: (field_identifier) @name default_value: (initializer_list) @body)

; Functions, defined and declared.
(function_definition
  declarator: [
    (function_declarator declarator: [(operator_name) @name (destructor_name) @name])
    (operator_cast) @name
    (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name))
    (reference_declarator (function_declarator declarator: [(identifier) @name (operator_name) @name]))
  ]
  body: (_)? @body) @definition.function
; A macro with a value may stand where a name was expected: `int x_ GUARDED_BY(mutex_);`.
((function_definition
  declarator: [
    (function_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: [
      (function_declarator declarator: (field_identifier) @name)
      (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))])
    (reference_declarator (function_declarator declarator: (field_identifier) @name))
  ]
  body: (_)? @body) @definition.method (#not-match? @name "^[A-Z][A-Z0-9]*_[A-Z0-9_]*$"))
(function_definition
  declarator: (function_declarator declarator: [
    (template_function name: (identifier) @name)
    (qualified_identifier name: [
      (identifier) @name (destructor_name) @name (operator_name) @name (template_function name: (identifier) @name)
      (qualified_identifier name: [
        (identifier) @name (destructor_name) @name (operator_name) @name (template_function name: (identifier) @name)
        (qualified_identifier name: [(identifier) @name (destructor_name) @name (operator_name) @name])])])])
  body: (_)? @body) @definition.method
(function_definition
  declarator: (_ (function_declarator declarator:
    (qualified_identifier name: [
      (identifier) @name (destructor_name) @name (operator_name) @name (template_function name: (identifier) @name)
      (qualified_identifier name: [
        (identifier) @name (destructor_name) @name (operator_name) @name (template_function name: (identifier) @name)
        (qualified_identifier name: [(identifier) @name (destructor_name) @name (operator_name) @name])])])))
  body: (_)? @body) @definition.method
(function_definition declarator: (qualified_identifier name: (operator_cast) @name) body: (_)? @body) @definition.method
(declaration declarator: [
  (function_declarator declarator: (operator_name) @name)
  (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name))
  (reference_declarator (function_declarator declarator: [(identifier) @name (operator_name) @name]))
  (init_declarator declarator: [
    (function_declarator declarator: [(identifier) @name (operator_name) @name])
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (reference_declarator (function_declarator declarator: [(identifier) @name (operator_name) @name]))])
]) @definition.function
((function_definition declarator: (function_declarator declarator: (field_identifier) @_macro) @keep
  body: (compound_statement "{" @keep "}" @keep)) (#match? @_macro "^[A-Z][A-Z0-9]*_[A-Z0-9_]*$"))
((field_declaration declarator: (function_declarator declarator: (field_identifier) @_macro)) @keep
  (#match? @_macro "^[A-Z][A-Z0-9]*_[A-Z0-9_]*$"))
((field_declaration declarator: [
  (function_declarator declarator: (field_identifier) @name)
  (pointer_declarator declarator: [
    (function_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))])
  (reference_declarator (function_declarator declarator: (field_identifier) @name))
]) @definition.method (#not-match? @name "^[A-Z][A-Z0-9]*_[A-Z0-9_]*$"))
(field_declaration declarator: [
  (function_declarator declarator: (operator_name) @name)
  (pointer_declarator declarator: (function_declarator declarator: (operator_name) @name))
  (reference_declarator (function_declarator declarator: (operator_name) @name))
]) @definition.method
(declaration declarator: [(function_declarator declarator: (destructor_name) @name) (operator_cast) @name]) @definition.method
((field_declaration_list (declaration !type declarator:
  (function_declarator declarator: (identifier) @name)) @definition.constructor)
  (#not-match? @name "^[A-Z][A-Z0-9]*_[A-Z0-9_]*$"))
(field_declaration_list (function_definition !type declarator:
  (function_declarator declarator: (identifier) @name) body: (_)? @body) @definition.constructor)
; What a template stands before is its own, whatever it is.
(template_declaration "template" @attribute parameters: (_) @attribute)
(requires_clause) @attribute

; Variables of a namespace.
(declaration_list (declaration type: (_) declarator: [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (array_declarator declarator: (identifier) @name)
]) @definition.variable)
(declaration declarator: (init_declarator
  declarator: [
    (reference_declarator (identifier) @name)
    (qualified_identifier name: [(identifier) @name (qualified_identifier name: (identifier) @name)])
    (array_declarator declarator: (qualified_identifier name: (identifier) @name))
  ]
  value: (initializer_list)? @body)) @definition.variable

(call_expression function: (field_expression field: (template_method name: (field_identifier) @reference.call)))
(call_expression function: (template_function name: (identifier) @reference.call))
(call_expression function: (qualified_identifier name: [
  (identifier) @reference.call
  (template_function name: (identifier) @reference.call)
  (qualified_identifier name: [
    (identifier) @reference.call
    (template_function name: (identifier) @reference.call)
    (qualified_identifier name: (identifier) @reference.call)])]))
