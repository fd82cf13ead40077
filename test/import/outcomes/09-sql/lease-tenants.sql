select 'l1' as lease, 'ann' as tenant union all select 'q', 'quin' union all select 'nothing', 'ann' union all select 'q', null union all select 'q', 'quin'
