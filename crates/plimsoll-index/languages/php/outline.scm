; PHP.

(comment) @comment
; Without its tags it is no PHP.
[(php_tag) (php_end_tag)] @keep
; What a class is made of, although it is no definition.
(use_declaration) @keep

[(arguments) (array_creation_expression) (compound_statement) (declaration_list) (if_statement) (try_statement)] @scope
(anonymous_class body: (_) @body) @scope
(anonymous_function body: (_) @body) @scope
(if_statement body: (compound_statement) @body) @scope

(namespace_definition name: (namespace_name) @name body: (_)? @body) @definition.module
(class_declaration name: (name) @name body: (_) @body) @definition.class
(class_declaration name: (name) @name (base_clause [(name) (qualified_name)] @base))
(class_declaration name: (name) @name (class_interface_clause [(name) (qualified_name)] @base))
(class_declaration name: (name) @name body: (declaration_list (use_declaration [(name) (qualified_name)] @base)))
(interface_declaration name: (name) @name body: (_) @body) @definition.interface
(interface_declaration name: (name) @name (base_clause [(name) (qualified_name)] @base))
(trait_declaration name: (name) @name body: (_) @body) @definition.trait
(trait_declaration name: (name) @name body: (declaration_list (use_declaration [(name) (qualified_name)] @base)))
(enum_declaration name: (name) @name body: (_) @body) @definition.enum
(enum_declaration name: (name) @name (class_interface_clause [(name) (qualified_name)] @base))
(enum_case name: (name) @name) @definition.member

(function_definition name: (name) @name body: (_) @body) @definition.function
(method_declaration name: (name) @name body: (_)? @body) @definition.method
((method_declaration name: (name) @name) @definition.constructor (#eq? @name "__construct"))

(const_declaration (const_element . (name) @name)) @definition.constant
(const_element . (name) @name (array_creation_expression) @body)
(function_call_expression function: (name) @_define
  arguments: (arguments . (argument (string (string_content) @name)))
  (#eq? @_define "define")) @definition.constant
(property_declaration (property_element name: (variable_name (name) @name))) @definition.field
(property_element name: (variable_name (name) @name) default_value: (array_creation_expression) @body)
(property_declaration (property_element name: (variable_name (name) @name)) (property_hook_list) @body)
(property_promotion_parameter name: (variable_name (name) @name)) @definition.field

(namespace_use_declaration (namespace_use_clause . [(name) (qualified_name)] @path)) @import
(namespace_use_declaration (namespace_name) @path
  body: (namespace_use_group (namespace_use_clause . [(name) (qualified_name)] @imported))) @import
(include_expression [(string) @path (binary_expression right: (string) @path)]) @import.part
(include_once_expression [(string) @path (binary_expression right: (string) @path)]) @import.part
(require_expression [(string) @path (binary_expression right: (string) @path)]) @import.part
(require_once_expression [(string) @path (binary_expression right: (string) @path)]) @import.part
(expression_statement [
  (include_expression [(string) @path (binary_expression right: (string) @path)])
  (include_once_expression [(string) @path (binary_expression right: (string) @path)])
  (require_expression [(string) @path (binary_expression right: (string) @path)])
  (require_once_expression [(string) @path (binary_expression right: (string) @path)])]) @import

(function_call_expression function: (name) @reference.call)
(function_call_expression function: (qualified_name (name) @reference.call .))
(member_call_expression name: (name) @reference.call)
(nullsafe_member_call_expression name: (name) @reference.call)
(scoped_call_expression name: (name) @reference.call)
(scoped_call_expression scope: (name) @reference.type)
(class_constant_access_expression . (name) @reference.type)
(object_creation_expression (name) @reference.type)
(object_creation_expression (qualified_name (name) @reference.type .))
(named_type (name) @reference.type)
(named_type (qualified_name (name) @reference.type .))
(base_clause (name) @reference.type)
(class_interface_clause (name) @reference.type)
(use_declaration (name) @reference.type)
(attribute (name) @reference.type)
