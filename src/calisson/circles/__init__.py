"""People, accounts, groups, roles, sharing and live sync. It never shows what was not shared. Empty in this
release."""
