; TOML: tables and keys.

(comment) @comment

(table [(bare_key) (quoted_key) (dotted_key)] @name) @definition.table
(table_array_element [(bare_key) (quoted_key) (dotted_key)] @name) @definition.table
(pair [(bare_key) (quoted_key) (dotted_key)] @name) @definition.key
