; SQL: what is created and how it looks; data and queries are left out.

[(comment) (marginalia)] @comment

(create_table (object_reference name: (_) @name)) @definition.table
(create_table (column_definitions (column_definition name: (_) @name) @definition.field))
(alter_table (keyword_table) . (marginalia)* . (object_reference name: (_) @name)) @definition.extension
(add_column (column_definition name: (_) @name) @definition.field)
(create_view (object_reference name: (_) @name)) @definition.view
(create_materialized_view (object_reference name: (_) @name)) @definition.view
(create_index column: (_) @name) @definition.index
(create_function (keyword_function) . (marginalia)* . (object_reference name: (_) @name)) @definition.function
(create_function (keyword_function) . (marginalia)* . (object_reference name: (_) @name)
  (function_body (keyword_begin) . (_) @head (keyword_end) @tail)) @definition.function
(create_trigger (keyword_trigger) . (marginalia)* . (object_reference name: (_) @name)) @definition.function
(create_type (object_reference name: (_) @name)) @definition.type
(create_sequence (object_reference name: (_) @name)) @definition.variable
(create_schema (identifier) @name) @definition.module

(relation (object_reference name: (identifier) @reference.type))
(constraint (object_reference name: (identifier) @reference.type))
(invocation (object_reference name: (identifier) @reference.call))
