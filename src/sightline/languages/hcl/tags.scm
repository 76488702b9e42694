; Blocks at the top, by their last label
((config_file (body (block . (identifier) @_kind . (string_lit (template_literal) @name) . (block_start) @body) @definition.variable))
  (#eq? @_kind "variable"))
((config_file (body (block . (identifier) @_kind . (string_lit (template_literal) @name) . (block_start) @body) @definition.module))
  (#eq? @_kind "module"))
((config_file (body (block . (identifier) @_kind (string_lit (template_literal) @name) . (block_start) @body) @definition.section))
  (#not-match? @_kind "^(variable|module)$"))
(config_file (body (block . (identifier) . (string_lit (template_literal) @receiver) . (string_lit (template_literal) @name) . (block_start) @body) @definition.section))
((config_file (body (block . (identifier) @_kind (body (attribute . (identifier) @name) @definition.const))))
  (#eq? @_kind "locals"))

; References
(function_call . (identifier) @callee @call)

(expression . (variable_expr) . (get_attr)) @type

; Where a module comes from
((config_file (body (block . (identifier) @_kind (body (attribute . (identifier) @_source (expression (literal_value (string_lit (template_literal) @module))))))))
  (#eq? @_kind "module") (#eq? @_source "source"))
