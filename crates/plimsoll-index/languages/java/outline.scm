; Java.

[(line_comment) (block_comment)] @comment

(package_declaration [(identifier) (scoped_identifier)] @name) @definition.module
(module_declaration name: (_) @name body: (_) @body) @definition.module

(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(class_declaration name: (identifier) @name superclass: (superclass (_) @base))
(class_declaration name: (identifier) @name interfaces: (super_interfaces (type_list (_) @base)))
(record_declaration name: (identifier) @name body: (_) @body) @definition.class
(record_declaration name: (identifier) @name interfaces: (super_interfaces (type_list (_) @base)))
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.field))
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(interface_declaration name: (identifier) @name (extends_interfaces (type_list (_) @base)))
(annotation_type_declaration name: (identifier) @name body: (_) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_declaration name: (identifier) @name interfaces: (super_interfaces (type_list (_) @base)))
(enum_constant name: (identifier) @name body: (_)? @body) @definition.member

(method_declaration name: (identifier) @name body: (_)? @body) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor

(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.field
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant
(variable_declarator name: (identifier) @name value: [
  (array_initializer) @body
  (array_creation_expression value: (_) @body)
  (object_creation_expression (class_body) @body.code)
  (lambda_expression body: (block) @body.code)])

; What a class without a name has is its own business.
(object_creation_expression (class_body) @inner)

(import_declaration [(identifier) (scoped_identifier)] @path (asterisk)? @imported) @import
(requires_module_directive module: (_) @path) @import

(method_invocation name: (identifier) @reference.call)
(method_reference (identifier) @reference.call .)
(type_identifier) @reference.type
(marker_annotation name: (identifier) @reference.type)
(annotation name: (identifier) @reference.type)
((method_invocation object: (identifier) @reference.type) (#match? @reference.type "^[A-Z]"))
((field_access object: (identifier) @reference.type) (#match? @reference.type "^[A-Z]"))
((method_reference . (identifier) @reference.type) (#match? @reference.type "^[A-Z]"))
