UPDATE meta SET document_version = max(document_version + 1, ?) WHERE id = 1 RETURNING document_version;
