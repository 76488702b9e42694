; The two uppermost levels
(document (block_node (block_mapping (block_mapping_pair key: (flow_node) @name) @definition.section)))
(document (block_node (block_mapping (block_mapping_pair
  value: (block_node (block_mapping (block_mapping_pair key: (flow_node) @name) @definition.section))))))
