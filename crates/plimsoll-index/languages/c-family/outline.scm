; What C and C++ have in common. Each of them has a file of its own besides.
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
(struct_specifier !name body: (_)) @scope
(union_specifier !name body: (_)) @scope
(enum_specifier !name body: (_)) @scope

(preproc_include path: (_) @path) @import

(preproc_def name: (identifier) @name value: (preproc_arg) @body) @definition.macro
(preproc_function_def name: (identifier) @name value: (preproc_arg)? @body) @definition.macro

; Types. Where one is defined on the way to something else, what stands around it is its own as well.
(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.union
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(type_definition type: (struct_specifier name: (type_identifier) @name body: (_))) @whole
(type_definition type: (union_specifier name: (type_identifier) @name body: (_))) @whole
(type_definition type: (enum_specifier name: (type_identifier) @name body: (_))) @whole
(declaration type: (struct_specifier name: (type_identifier) @name body: (_))) @whole
(declaration type: (union_specifier name: (type_identifier) @name body: (_))) @whole
(declaration type: (enum_specifier name: (type_identifier) @name body: (_))) @whole
(field_declaration type: (struct_specifier name: (type_identifier) @name body: (_))) @whole
(field_declaration type: (union_specifier name: (type_identifier) @name body: (_))) @whole
(field_declaration type: (enum_specifier name: (type_identifier) @name body: (_))) @whole
(enumerator name: (identifier) @name) @definition.member

(type_definition declarator: [
  (type_identifier) @name
  (primitive_type) @name
  (pointer_declarator declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: [
      (type_identifier) @name
      (parenthesized_declarator [
        (type_identifier) @name
        (pointer_declarator declarator: (type_identifier) @name)])])])
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

(field_declaration declarator: [
  (field_identifier) @name
  (pointer_declarator declarator: [
    (field_identifier) @name
    (array_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: [
      (field_identifier) @name
      (pointer_declarator declarator: (field_identifier) @name)
      (function_declarator declarator:
        (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))])
    (function_declarator declarator:
      (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))])
  (array_declarator declarator: [
    (field_identifier) @name
    (array_declarator declarator: (field_identifier) @name)])
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: [
    (field_identifier) @name
    (array_declarator declarator: (field_identifier) @name)])))
]) @definition.field

; Functions, defined and declared.
(function_definition
  declarator: [
    (function_declarator declarator: [
      (identifier) @name
      (parenthesized_declarator [
        (identifier) @name
        (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))])])
    (pointer_declarator declarator: [
      (function_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: [
        (function_declarator declarator: (identifier) @name)
        (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))])])
  ]
  body: (_) @body) @definition.function
(declaration type: (_) declarator: [
  (function_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))])
]) @definition.function

; Variables of a file.
(translation_unit (declaration type: (_) declarator: [
  (identifier) @name
  (pointer_declarator declarator: [
    (identifier) @name
    (array_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (identifier) @name)])
  (array_declarator declarator: [
    (identifier) @name
    (array_declarator declarator: (identifier) @name)])
  (function_declarator declarator:
    (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
  (parenthesized_declarator (identifier) @name)
]) @definition.variable)
(declaration declarator: (init_declarator
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (identifier) @name)])
    (array_declarator declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)])
    (function_declarator declarator:
      (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
  ]
  value: (initializer_list)? @body)) @definition.variable

(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression field: (field_identifier) @reference.call))
(call_expression function: (parenthesized_expression (pointer_expression argument: (identifier) @reference.call)))
(type_identifier) @reference.type
