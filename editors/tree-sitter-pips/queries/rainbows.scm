(variation) @rainbow.scope
(variation ["(" ")"] @rainbow.bracket)
