"""The search index in Elasticsearch: a document per inode, tokens made here, external versions."""
