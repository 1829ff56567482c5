; TOML: tables, and the keys in them. What an inline table has is its key's value.

(comment) @comment

(table [(bare_key) (quoted_key) (dotted_key)] @name "]" @head) @definition.table
(table_array_element [(bare_key) (quoted_key) (dotted_key)] @name "]]" @head) @definition.table
(document (pair . (_) @name) @definition.key)
(table (pair . (_) @name) @definition.key)
(table_array_element (pair . (_) @name) @definition.key)
(document (pair . (_) @name (array) @body) @definition.key)
(table (pair . (_) @name (array) @body) @definition.key)
(table_array_element (pair . (_) @name (array) @body) @definition.key)
