; Kotlin.

[(line_comment) (block_comment)] @comment

(package_header (qualified_identifier) @name) @definition.module
(import (qualified_identifier) @path "*"? @imported) @import

(class_declaration name: (identifier) @name) @definition.class
(class_declaration "interface" name: (identifier) @name) @definition.interface
(class_declaration name: (identifier) @name (enum_class_body) @body) @definition.enum
(class_declaration name: (identifier) @name (class_body) @body)
(class_declaration name: (identifier) @name
  (delegation_specifiers (delegation_specifier (user_type) @base)))
(class_declaration name: (identifier) @name
  (delegation_specifiers (delegation_specifier (constructor_invocation (user_type) @base))))
(class_declaration name: (identifier) @name
  (delegation_specifiers (delegation_specifier (explicit_delegation (user_type) @base))))
(object_declaration name: (identifier) @name (class_body)? @body) @definition.class
(object_declaration name: (identifier) @name
  (delegation_specifiers (delegation_specifier (user_type) @base)))
(object_declaration name: (identifier) @name
  (delegation_specifiers (delegation_specifier (constructor_invocation (user_type) @base))))
(companion_object name: (identifier) @name (class_body)? @body) @definition.class
(companion_object !name (class_body) @body) @scope
(enum_entry . (modifiers)? . (identifier) @name (class_body)? @body) @definition.member
(type_alias type: (identifier) @name) @definition.type

(class_parameter ["val" "var"] (identifier) @name) @definition.property
(secondary_constructor "constructor" @name (block)? @body) @definition.constructor

(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (identifier) @name (function_body (block) @body))
; What a body is when it is one expression: its largest brackets.
(function_declaration name: (identifier) @name (function_body (call_expression (value_arguments) @body)))
(function_declaration name: (identifier) @name
  (function_body (call_expression (annotated_lambda (lambda_literal) @body))))
(function_declaration name: (identifier) @name (function_body (when_expression) @body))
(function_declaration name: (identifier) @name (function_body (try_expression . (block) @body)))
(function_declaration name: (identifier) @name (function_body (if_expression (block) @body "else" (block) @body)))
(function_declaration name: (identifier) @name (function_body (object_literal (class_body) @body)))

(source_file (property_declaration (variable_declaration . (identifier) @name)) @definition.property)
(class_body (property_declaration (variable_declaration . (identifier) @name)) @definition.property)
(enum_class_body (property_declaration (variable_declaration . (identifier) @name)) @definition.property)
(property_declaration (modifiers (property_modifier "const"))
  (variable_declaration . (identifier) @name)) @definition.constant

(property_declaration (variable_declaration . (identifier) @name) (getter (function_body (block) @body.code)))
(property_declaration (variable_declaration . (identifier) @name) (setter (function_body (block) @body.code)))
(property_declaration (variable_declaration . (identifier) @name) (call_expression (value_arguments) @body))
(property_declaration (variable_declaration . (identifier) @name)
  (call_expression (annotated_lambda (lambda_literal) @body.code)))
(property_declaration (variable_declaration . (identifier) @name)
  (property_delegate (call_expression (annotated_lambda (lambda_literal) @body.code))))
(property_declaration (variable_declaration . (identifier) @name) (object_literal (class_body) @body.code))
(property_declaration (variable_declaration . (identifier) @name) (when_expression) @body.code)

(object_literal (class_body) @inner)
(object_literal (class_body (function_declaration name: (identifier) @name) @definition.method))

(call_expression . (identifier) @reference.call)
(call_expression . (navigation_expression (identifier) @reference.call .))
(user_type (identifier) @reference.type .)
((navigation_expression . (identifier) @reference.type) (#match? @reference.type "^[A-Z]"))
