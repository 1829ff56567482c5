; What TypeScript has besides JavaScript.

[(interface_body) (object_type)] @scope

(class_declaration name: (type_identifier) @name body: (_) @body) @definition.class
(abstract_class_declaration name: (type_identifier) @name body: (_) @body) @definition.class
(class_declaration name: (type_identifier) @name (class_heritage (extends_clause value: (_) @base)))
(class_declaration name: (type_identifier) @name (class_heritage (implements_clause (_) @base)))
(abstract_class_declaration name: (type_identifier) @name (class_heritage (extends_clause value: (_) @base)))
(abstract_class_declaration name: (type_identifier) @name (class_heritage (implements_clause (_) @base)))
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class
(variable_declarator name: (identifier) @name value: (class (class_heritage (extends_clause value: (_) @base))))
(assignment_expression left: (member_expression property: (property_identifier) @name)
  right: (class body: (_) @body) (#not-eq? @name "exports")) @definition.class
(assignment_expression left: (member_expression property: (property_identifier) @name)
  right: (class (class_heritage (extends_clause value: (_) @base))))
(arguments (class name: (type_identifier) @name body: (_) @body) @definition.class)
(arguments (class name: (type_identifier) @name (class_heritage (extends_clause value: (_) @base))))
(export_statement "default" @name value: (class (class_heritage (extends_clause value: (_) @base))))

(interface_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(interface_declaration name: (type_identifier) @name (extends_type_clause type: (_) @base))
(type_alias_declaration name: (type_identifier) @name) @definition.type
(type_alias_declaration name: (type_identifier) @name value: (object_type) @body)
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_body name: (property_identifier) @name @definition.member)
(enum_body name: (string (string_fragment) @name) @definition.member)
(enum_assignment name: [(property_identifier) @name (string (string_fragment) @name)]) @definition.member

; A function that is said to be of some type.
(variable_declarator name: (identifier) @name
  value: (as_expression (parenthesized_expression (arrow_function body: (statement_block) @body)))) @definition.function
(variable_declarator name: (identifier) @name
  value: (as_expression (parenthesized_expression (function_expression body: (_) @body)))) @definition.function

(internal_module name: (_) @name body: (_)? @body) @definition.module
(module name: (_) @name body: (_)? @body) @definition.module
(internal_module body: (statement_block
  (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.constant))
(module body: (statement_block
  (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.constant))

(function_signature name: (identifier) @name) @definition.function
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name))) @definition.constant
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.variable
(ambient_declaration (_ name: (_) @name)) @whole
(export_statement declaration: (ambient_declaration (_ name: (_) @name))) @whole
(export_statement declaration: (ambient_declaration
  (lexical_declaration (variable_declarator name: (identifier) @name)))) @whole

; Members.
(public_field_definition name: (_) @name) @definition.field
(public_field_definition name: (_) @name value: [(object) (array) (template_string)] @body)
(public_field_definition name: (_) @name value: (arrow_function)) @definition.method
(public_field_definition name: (_) @name value: (arrow_function body: (statement_block) @body))
(public_field_definition name: (_) @name value: (function_expression body: (_) @body)) @definition.method
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field
(class_body (method_signature name: (_) @name) @definition.method)
(class_body (method_signature name: (_) @name (#eq? @name "constructor")) @definition.constructor)
(abstract_method_signature name: (_) @name) @definition.method
(interface_body (method_signature name: (_) @name) @definition.method)
(interface_body (property_signature name: (_) @name) @definition.field)
(type_alias_declaration value: (object_type (method_signature name: (_) @name) @definition.method))
(type_alias_declaration value: (object_type (property_signature name: (_) @name) @definition.field))

(import_statement (import_require_clause (identifier) @imported source: (string) @path)) @import

(type_identifier) @reference.type
(extends_clause value: (identifier) @reference.type)
(extends_clause value: (member_expression property: (property_identifier) @reference.type))
