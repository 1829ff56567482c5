; C++.
;
; A declarator wraps its name from the outside in: `*(*f)(int)` is a pointer to a pointer to a function. The
; patterns go three deep, which is as far as people go.

(comment) @comment

; What only encloses.
(preproc_if condition: (_) @keep) @scope
(preproc_ifdef) @scope
(preproc_elif condition: (_) @keep) @scope.open
[(preproc_else) (preproc_elifdef)] @scope.open
(linkage_specification body: (declaration_list)) @scope
(namespace_definition !name body: (_)) @scope
(class_specifier !name body: (_)) @scope
(struct_specifier !name body: (_)) @scope
(union_specifier !name body: (_)) @scope
(enum_specifier !name body: (_)) @scope

(preproc_include path: (_) @path) @import

(preproc_def name: (identifier) @name value: (preproc_arg) @body) @definition.macro
(preproc_function_def name: (identifier) @name value: (preproc_arg)? @body) @definition.macro

(namespace_definition name: (_) @name body: (_) @body) @definition.module
(namespace_alias_definition name: (namespace_identifier) @name) @definition.module

; Types. Where one is defined on the way to something else, what stands around it is its own as well.
(class_specifier
  name: [(type_identifier) @name (template_type name: (type_identifier) @name) (qualified_identifier) @name]
  body: (_) @body) @definition.class
(struct_specifier
  name: [(type_identifier) @name (template_type name: (type_identifier) @name) (qualified_identifier) @name]
  body: (_) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.union
(enum_specifier name: [(type_identifier) (qualified_identifier)] @name body: (_) @body) @definition.enum
(class_specifier
  name: [(type_identifier) @name (template_type name: (type_identifier) @name) (qualified_identifier) @name]
  (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base) body: (_)) @definition.class
(struct_specifier
  name: [(type_identifier) @name (template_type name: (type_identifier) @name) (qualified_identifier) @name]
  (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base) body: (_)) @definition.struct
(type_definition type: (struct_specifier name: (type_identifier) @name body: (_))) @definition.struct
(type_definition type: (union_specifier name: (type_identifier) @name body: (_))) @definition.union
(type_definition type: (enum_specifier name: (type_identifier) @name body: (_))) @definition.enum
(declaration type: (class_specifier name: (type_identifier) @name body: (_))) @definition.class
(declaration type: (struct_specifier name: (type_identifier) @name body: (_))) @definition.struct
(declaration type: (union_specifier name: (type_identifier) @name body: (_))) @definition.union
(declaration type: (enum_specifier name: (type_identifier) @name body: (_))) @definition.enum
(field_declaration type: (class_specifier name: (type_identifier) @name body: (_))) @definition.class
(field_declaration type: (struct_specifier name: (type_identifier) @name body: (_))) @definition.struct
(field_declaration type: (union_specifier name: (type_identifier) @name body: (_))) @definition.union
(field_declaration type: (enum_specifier name: (type_identifier) @name body: (_))) @definition.enum
(enumerator name: (identifier) @name) @definition.member

(type_definition declarator: [
  (type_identifier) @name
  (primitive_type) @name
  (pointer_declarator declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: [
      (type_identifier) @name
      (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))])])
  (array_declarator declarator: [
    (type_identifier) @name
    (array_declarator declarator: (type_identifier) @name)])
  (function_declarator declarator: [
    (type_identifier) @name
    (parenthesized_declarator [
      (type_identifier) @name
      (pointer_declarator declarator: (type_identifier) @name)])])
]) @definition.type
(type_definition
  type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition
  type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.union
(type_definition
  type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum
(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.type

(field_declaration declarator: [
  (field_identifier) @name
  (reference_declarator (field_identifier) @name)
  (pointer_declarator declarator: [
    (field_identifier) @name
    (array_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (field_identifier) @name)
    (function_declarator declarator:
      (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))])
  (array_declarator declarator: [
    (field_identifier) @name
    (array_declarator declarator: (field_identifier) @name)])
  (function_declarator declarator:
    (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))
] default_value: (initializer_list)? @body) @definition.field

; Functions, defined and declared.
(function_definition
  declarator: [
    (function_declarator declarator: [(identifier) @name (operator_name) @name (field_identifier) @name (destructor_name) @name])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator:
      (function_declarator declarator: (identifier) @name))))
    (operator_cast) @name
    (pointer_declarator declarator: [
      (function_declarator declarator: [(identifier) @name (operator_name) @name (field_identifier) @name])
      (pointer_declarator declarator: (function_declarator declarator: [(identifier) @name (field_identifier) @name]))])
    (reference_declarator (function_declarator declarator:
      [(identifier) @name (operator_name) @name (field_identifier) @name]))
  ]
  body: (_)? @body) @definition.function
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
  (function_declarator declarator: [(identifier) @name (operator_name) @name])
  (pointer_declarator declarator: [
    (function_declarator declarator: [(identifier) @name (operator_name) @name])
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))])
  (reference_declarator (function_declarator declarator: [(identifier) @name (operator_name) @name]))
]) @definition.function
(field_declaration declarator: [
  (function_declarator declarator: [(field_identifier) @name (operator_name) @name])
  (pointer_declarator declarator: [
    (function_declarator declarator: [(field_identifier) @name (operator_name) @name])
    (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))])
  (reference_declarator (function_declarator declarator: [(field_identifier) @name (operator_name) @name]))
]) @definition.method
(declaration declarator: [(function_declarator declarator: (destructor_name) @name) (operator_cast) @name]) @definition.method
(field_declaration_list (declaration !type declarator:
  (function_declarator declarator: (identifier) @name)) @definition.constructor)
(field_declaration_list (function_definition !type declarator:
  (function_declarator declarator: (identifier) @name) body: (_)? @body) @definition.constructor)
; What a template stands before is its own, whatever it is.
(template_declaration "template" @attribute parameters: (_) @attribute)
(requires_clause) @attribute

; Variables of a file or a namespace.
(translation_unit (declaration declarator: [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (array_declarator declarator: (identifier) @name)
]) @definition.variable)
(declaration_list (declaration declarator: [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (array_declarator declarator: (identifier) @name)
]) @definition.variable)
(declaration declarator: (init_declarator
  declarator: [
    (identifier) @name
    (reference_declarator (identifier) @name)
    (qualified_identifier name: [(identifier) @name (qualified_identifier name: (identifier) @name)])
    (pointer_declarator declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (identifier) @name)])
    (array_declarator declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)
      (qualified_identifier name: (identifier) @name)])
    (function_declarator declarator:
      (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
  ]
  value: (initializer_list)? @body)) @definition.variable

(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression field: (field_identifier) @reference.call))
(call_expression function: (field_expression field: (template_method name: (field_identifier) @reference.call)))
(call_expression function: (template_function name: (identifier) @reference.call))
(call_expression function: (qualified_identifier name: [
  (identifier) @reference.call
  (template_function name: (identifier) @reference.call)
  (qualified_identifier name: [
    (identifier) @reference.call
    (template_function name: (identifier) @reference.call)
    (qualified_identifier name: (identifier) @reference.call)])]))
(type_identifier) @reference.type
