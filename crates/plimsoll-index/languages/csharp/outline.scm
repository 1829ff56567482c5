; C#.

(comment) @comment
(preproc_if) @scope
[(preproc_elif) (preproc_else)] @scope.open

(namespace_declaration name: (_) @name body: (_) @body) @definition.module
(file_scoped_namespace_declaration name: (_) @name) @definition.module

(class_declaration name: (identifier) @name body: (_)? @body) @definition.class
(class_declaration name: (identifier) @name (base_list [(identifier) (generic_name) (qualified_name) (alias_qualified_name)] @base))
(class_declaration name: (identifier) @name (base_list (primary_constructor_base_type type: (_) @base)))
(record_declaration name: (identifier) @name body: (_)? @body) @definition.class
(record_declaration "struct" name: (identifier) @name) @definition.struct
(record_declaration name: (identifier) @name (base_list [(identifier) (generic_name) (qualified_name)] @base))
(record_declaration name: (identifier) @name (base_list (primary_constructor_base_type type: (_) @base)))
(record_declaration (parameter_list (parameter name: (identifier) @name) @definition.property))
(struct_declaration name: (identifier) @name body: (_)? @body) @definition.struct
(struct_declaration name: (identifier) @name (base_list [(identifier) (generic_name) (qualified_name)] @base))
(interface_declaration name: (identifier) @name body: (_)? @body) @definition.interface
(interface_declaration name: (identifier) @name (base_list [(identifier) (generic_name) (qualified_name)] @base))
(enum_declaration name: (identifier) @name body: (_)? @body) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.member
(delegate_declaration name: (identifier) @name) @definition.type

(method_declaration name: (identifier) @name) @definition.method
(method_declaration name: (identifier) @name body: (block) @body)
(constructor_declaration name: (identifier) @name) @definition.constructor
(constructor_declaration name: (identifier) @name body: (block) @body)
(destructor_declaration name: (identifier) @name body: (block)? @body) @definition.method
(operator_declaration operator: _ @name) @definition.method
(operator_declaration operator: _ @name body: (block) @body)
(conversion_operator_declaration type: (_) @name) @definition.method
(conversion_operator_declaration type: (_) @name body: (block) @body)
(local_function_statement name: (identifier) @name) @definition.function
(local_function_statement name: (identifier) @name body: (block) @body)

(property_declaration name: (identifier) @name accessors: (_)? @body) @definition.property
(event_declaration name: (identifier) @name accessors: (_)? @body) @definition.property
(indexer_declaration "this" @name accessors: (_)? @body) @definition.property
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
(field_declaration (modifier "const")
  (variable_declaration (variable_declarator name: (identifier) @name))) @definition.constant
(variable_declarator name: (identifier) @name [
  (initializer_expression) @body
  (collection_expression) @body
  (object_creation_expression initializer: (_) @body)
  (implicit_object_creation_expression (initializer_expression) @body)
  (array_creation_expression (initializer_expression) @body)
  (implicit_array_creation_expression (initializer_expression) @body)
  (lambda_expression body: (block) @body.code)])

(using_directive [(identifier) (qualified_name) (alias_qualified_name)] @path .) @import

(invocation_expression function: (identifier) @reference.call)
(invocation_expression function: (generic_name . (identifier) @reference.call))
(invocation_expression function: (member_access_expression name: (identifier) @reference.call))
(invocation_expression function: (member_access_expression name: (generic_name . (identifier) @reference.call)))
(member_binding_expression name: (identifier) @reference.call)
(member_binding_expression name: (generic_name . (identifier) @reference.call))
(generic_name . (identifier) @reference.type)
(type_argument_list (identifier) @reference.type)
(base_list (identifier) @reference.type)
(nullable_type (identifier) @reference.type)
(array_type type: (identifier) @reference.type)
(parameter type: (identifier) @reference.type)
(variable_declaration type: (identifier) @reference.type)
(property_declaration type: (identifier) @reference.type)
(method_declaration returns: (identifier) @reference.type)
(object_creation_expression type: (identifier) @reference.type)
(cast_expression type: (identifier) @reference.type)
(typeof_expression type: (identifier) @reference.type)
(qualified_name name: (identifier) @reference.type)
(attribute name: (identifier) @reference.type)
(catch_declaration type: (identifier) @reference.type)
(as_expression right: (identifier) @reference.type)
(declaration_pattern type: (identifier) @reference.type)
((member_access_expression expression: (identifier) @reference.type) (#match? @reference.type "^[A-Z]"))
