-- What decides the time zones of a phone number (E.164): the country code, of +1 with the area code.
create or replace function dialing_code(phone text) returns text language sql immutable parallel safe as $$
  select case
    when phone like '+1%' then left(phone, 5)
    when phone like '+7%' then '+7'
    when substr(phone, 2, 2) in (
      '20', '27', '30', '31', '32', '33', '34', '36', '39', '40', '41', '43', '44', '45', '46', '47', '48', '49', '51', '52', '53',
      '54', '55', '56', '57', '58', '60', '61', '62', '63', '64', '65', '66', '81', '82', '84', '86', '90', '91', '92', '93', '94',
      '95', '98'
    ) then left(phone, 3)
    else left(phone, 4)
  end
$$;
