"""When a fact holds, and which fact takes the place of which: nothing is lost, a later one closes the earlier one."""
