select 'north' as identifier, 'N' as external_ref union all select 'south', null union all select 'sql', 'Q' union all select null, 'x'
