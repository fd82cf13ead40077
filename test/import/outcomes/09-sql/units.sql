select 'n1' as identifier, 'north' as `group`, cast(50.5 as decimal(9, 6)) as `address.latitude`, 'é' as `address.city` union all select 'q1', 'sql', null, '' union all select 'q2', 'none', 91, null
