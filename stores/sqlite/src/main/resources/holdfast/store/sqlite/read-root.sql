SELECT number, version, epoch, waiting, ended FROM roots WHERE root = ?;
