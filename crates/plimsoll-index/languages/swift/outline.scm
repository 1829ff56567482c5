; Swift.

[(comment) (multiline_comment)] @comment
(directive) @keep

(class_declaration declaration_kind: "class" name: (_) @name body: (_) @body) @definition.class
(class_declaration declaration_kind: "actor" name: (_) @name body: (_) @body) @definition.class
(class_declaration declaration_kind: "struct" name: (_) @name body: (_) @body) @definition.struct
(class_declaration declaration_kind: "enum" name: (_) @name body: (_) @body) @definition.enum
(class_declaration declaration_kind: "extension" name: (_) @name body: (_) @body) @definition.extension
(class_declaration name: (_) @name (inheritance_specifier inherits_from: (_) @base))
(protocol_declaration name: (_) @name body: (_) @body) @definition.interface
(protocol_declaration name: (_) @name (inheritance_specifier inherits_from: (_) @base))
(enum_entry name: (simple_identifier) @name) @definition.member
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type
(macro_declaration (simple_identifier) @name) @definition.macro

(protocol_function_declaration name: (simple_identifier) @name) @definition.method
; One pattern: each of this node takes a tenth of a second to compile.
(function_declaration
  name: [(simple_identifier) "+" "-" "*" "/" "%" "==" "!=" "<" ">" "<=" ">=" "+=" "-=" "|" "^" "&" "<<" ">>" (custom_operator)] @name
  body: (function_body)? @body) @definition.function
(init_declaration "init" @name) @definition.constructor
(init_declaration "init" @name body: (function_body) @body)
(deinit_declaration "deinit" @name body: (function_body) @body) @definition.method
(subscript_declaration "subscript" @name) @definition.property
(subscript_declaration "subscript" @name (computed_property) @body)

(source_file (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable)
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property)
(enum_class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property)
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)
  value: [(array_literal) (dictionary_literal)] @body)
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)
  value: (call_expression (lambda_literal) @body.code))
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)
  computed_value: (computed_property) @body.code)
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)
  (willset_didset_block) @body.code)

(import_declaration (identifier) @path) @import

(call_expression . (simple_identifier) @reference.call)
(call_expression . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @reference.call)))
(type_identifier) @reference.type
((navigation_expression target: (simple_identifier) @reference.type) (#match? @reference.type "^[A-Z]"))
