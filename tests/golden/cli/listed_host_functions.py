# test: list host '*sort*'
# test: list host cache_v --json
# test: fails list host argsrt
