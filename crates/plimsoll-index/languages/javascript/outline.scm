; What JavaScript has to itself.

(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(class_declaration name: (identifier) @name (class_heritage (_) @base))
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class
(variable_declarator name: (identifier) @name value: (class (class_heritage (_) @base)))
(assignment_expression left: (member_expression property: (property_identifier) @name)
  right: (class (class_heritage (_) @base)? body: (_) @body)
  (#not-eq? @name "exports")) @definition.class
(arguments (class name: (identifier) @name body: (_) @body) @definition.class)
(arguments (class name: (identifier) @name (class_heritage (_) @base)))
(assignment_expression left: (identifier) @name right: (class body: (_) @body)) @definition.class
(assignment_expression left: (identifier) @name right: (class (class_heritage (_) @base)))
(export_statement "default" @name value: (class (class_heritage (_) @base)))

(field_definition property: (_) @name) @definition.field
(field_definition property: (_) @name value: [(object) (array) (template_string)] @body)
(field_definition property: (_) @name value: (arrow_function)) @definition.method
(field_definition property: (_) @name value: (arrow_function body: (statement_block) @body))
(field_definition property: (_) @name value: (function_expression body: (_) @body)) @definition.method

(class_heritage (identifier) @reference.type)
(class_heritage (member_expression property: (property_identifier) @reference.type))
