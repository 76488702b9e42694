(document (pair . [(bare_key) (quoted_key) (dotted_key)] @name) @definition.section)
(table . [(bare_key) (quoted_key) (dotted_key)] @name) @definition.section
(table_array_element . [(bare_key) (quoted_key) (dotted_key)] @name) @definition.section
