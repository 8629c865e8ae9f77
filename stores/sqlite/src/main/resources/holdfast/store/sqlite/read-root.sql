SELECT number, version, epoch, waiting, ended, forgotten FROM roots WHERE root = ?;
