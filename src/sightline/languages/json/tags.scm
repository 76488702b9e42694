; The two uppermost levels
(document (object (pair key: (string (string_content) @name)) @definition.section))
(document (object (pair value: (object (pair key: (string (string_content) @name)) @definition.section))))
