-- A look is a commit that was refused.
local met, stamp = false, nil
