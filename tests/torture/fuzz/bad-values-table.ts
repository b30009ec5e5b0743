/** What a field must stand, whatever it is: numbers at their edges, texts in other languages, wrong types. */
export const BAD_VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e21, 5e-324, 9_007_199_254_740_992, 2_147_483_648, -2_147_483_649],
  ...[
    [],
    [[]],
    [null],
    ['a', 'b'],
    {},
    { a: 1 },
    { length: 1e9 },
    { toString: 'x' },
    { $ne: null },
    { $gt: '' }
  ],
  ...[
    '',
    ' ',
    '\t\r\n',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a\udfff',
    '\ufeff',
    '\ufffe',
    '\u202e',
    '\u2028',
    '\u0085'
  ],
  ...['null', 'undefined', 'NaN', 'Infinity', 'true', '0', '-1', '1e999', '0x10', '１２', '٣', '½'],
  ...[
    "' OR 1=1 --",
    "'; DROP TABLE users; --",
    '$1',
    '%',
    '_',
    '\\',
    '\\x00',
    '{{7*7}}',
    '#{7*7}',
    '../../etc/passwd'
  ],
  ...[
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    '\u001b[31m',
    'a\r\nSet-Cookie: x=1',
    '%00',
    '%ff',
    '%s%n'
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'admin', 'ADMIN', 'аdmin', 'test-token'],
  ...[
    'x'.repeat(255),
    'x'.repeat(256),
    'ы'.repeat(513),
    '🙂'.repeat(512),
    'z\u0301\u0301'.repeat(200),
    '1'.repeat(2049)
  ],
  ...[
    '+79732041740',
    '89732041740',
    '9732041740',
    'Иванов Иван',
    'correct horse 42',
    'phone',
    'phone:9732041740'
  ]
]

/** Bodies that are no JSON, or JSON that nobody asked for. */
export const BAD_BODIES: readonly string[] = [
  ...[
    '',
    ' ',
    '\u0000',
    '\ufeff',
    'null',
    'true',
    '[]',
    '{}',
    '"',
    '""',
    '0',
    '-',
    '1e999',
    'NaN',
    'undefined'
  ],
  ...[
    '{',
    '}',
    '[',
    '{"',
    '{"a',
    '{"a":',
    '{"a":1,}',
    '{a:1}',
    "{'a':1}",
    '[1,]',
    '//',
    '/**/{}',
    '{}{}',
    '{} x'
  ],
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"x":1}}}', '{"":""}', '{"\\u0000":1}'],
  ...[
    '{"a":"\\ud800"}',
    '{"\\udc00":1}',
    '{"a":"\\u00"}',
    '{"a":"\\x"}',
    '{"a":"\t"}',
    '{"a":01}',
    '{"a":.5}'
  ],
  ...['a=b&c=d', '<xml/>', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--']
]

export const CONTENT_TYPES: readonly string[] = [
  ...[
    'application/json',
    'application/json; charset=utf-8',
    'application/json; charset=utf-16',
    'APPLICATION/JSON'
  ],
  ...['application/json; charset=koi8-r', 'application/json;charset="utf-8"', 'text/plain', 'text/html', ''],
  ...[
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'application/xml'
  ],
  ...[';;;', 'application/json, text/plain', 'application/jsonp', 'a'.repeat(3000), 'application/\xff\xfe']
]

/** Where a path asks for a value. Sent as they are. */
export const BAD_SEGMENTS: readonly string[] = [
  ...[
    '1',
    '0',
    '-1',
    '1.5',
    '1e3',
    '9999999999999999999',
    '2147483648',
    '9223372036854775808',
    'NaN',
    'null',
    'abc'
  ],
  ...[
    '%00',
    '%ff',
    '%',
    '%zz',
    '%E0%A4%A',
    '..%2f',
    '%2e%2e',
    '.',
    '..',
    '*',
    '_all',
    '%2A',
    '%27',
    '1%00',
    '1;x=y'
  ],
  ...['\xff\xfe', '%f0%9f%99%82', 'a'.repeat(3000), '1%20', '%201', '+1', '0x1', '1,2', '__proto__', '%D9%A3']
]

export const BAD_QUERIES: readonly string[] = [
  ...['', '&', '=', '%', '%ff=%fe', '__proto__=1', 'constructor[prototype]=1', 'a[]=1&a[]=2', '\xff=\xfe'],
  ...['x'.repeat(5000), '?'.repeat(100), '&'.repeat(1000), 'access_token=x', 'a=%00', 'a=%E0%A4%A']
]

/** Lines of a head that a browser does not send. Latin-1 stands for bytes. */
export const BAD_HEADERS: readonly string[] = [
  ...[
    'X-Forwarded-For: 127.0.0.1',
    'X-Forwarded-For: ',
    'X-Forwarded-For: \xff',
    'X-Forwarded-For: ::1, , ,1.2.3.4:99999'
  ],
  ...[
    `X-Forwarded-For: ${'1.2.3.4, '.repeat(800)}`,
    'Forwarded: for="[::"',
    'X-Real-IP: a',
    'CF-Connecting-IP: 127.0.0.1'
  ],
  ...[
    'Accept-Encoding: \xff',
    'Accept-Encoding: gzip;q=-1',
    'Accept-Encoding: gzip;q=9e999, br;q=a',
    'Accept: \x01'
  ],
  ...[
    'Idempotency-Key: ',
    'Idempotency-Key: \xff\xfe',
    `Idempotency-Key: ${'k'.repeat(256)}`,
    "Idempotency-Key: '"
  ],
  ...[
    `Idempotency-Key: ${'k'.repeat(255)}`,
    'User-Agent: \x1b[31m{"a":1}',
    'User-Agent: ',
    'Range: bytes=9-1',
    'Range: x'
  ],
  ...[
    'Origin: null',
    'Origin: http://[::',
    'Origin: \xff',
    'Sec-Fetch-Site: cross-site',
    'Sec-Fetch-Site: \xff',
    'Referer: \xff'
  ],
  ...[
    'If-None-Match: "',
    `If-None-Match: ${'"a",'.repeat(900)}`,
    'If-Modified-Since: x',
    'Expect: x',
    'TE: trailers'
  ],
  ...[
    'Upgrade: websocket',
    'Upgrade: h2c',
    'Connection: upgrade',
    'Authorization: Bearer ',
    'Authorization: \xff'
  ],
  ...[
    'X-HTTP-Method-Override: DELETE',
    'X-Request-Id: \x1b',
    `X-A: ${'a'.repeat(7000)}`,
    `Accept-Language: ${'ru,'.repeat(900)}`
  ]
]

export const BAD_COOKIES: readonly string[] = [
  ...[
    'access_token',
    'access_token=',
    'access_token=%ff',
    'access_token=\xff',
    'access_token=a.b.c',
    'access_token=..'
  ],
  ...[
    'access_token=eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
    'refresh_token=',
    'refresh_token=a',
    'refresh_token=a.b'
  ],
  ...[
    'refresh_token=00000000-0000-0000-0000-000000000000.x',
    'refresh_token={}',
    "refresh_token='",
    'refresh_token=%00'
  ],
  ...[
    '__proto__=x',
    'constructor=x',
    '=',
    ';;;',
    '=;=',
    `a=${'x'.repeat(7000)}`,
    'a=1; '.repeat(1000),
    '\x01\x02'
  ]
]

export const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']
export const ODD_METHODS: readonly string[] = [
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'get',
  'G\x01T',
  '',
  'A'.repeat(300),
  'GET GET'
]

/** Addresses that nobody has, and pages. */
export const OTHER_PATHS: readonly string[] = [
  ...[
    '/',
    '/login',
    '/search?q=x',
    '/nope',
    '/.env',
    '/.git/config',
    '/api',
    '/api/',
    '/api//',
    '//',
    '/api/nope',
    '/%'
  ],
  ...[
    '/admin/api/',
    '/admin/api/users',
    '/dashboard/api/x',
    '/refresh/',
    '/refresh/x',
    '/..%2f..%2fetc/passwd',
    '/%00'
  ],
  ...[
    '/_astro/',
    '/_astro/../../package.json',
    '/404.html',
    '/\xff',
    `/${'a/'.repeat(2000)}`,
    '*',
    'http://evil.example/'
  ]
]
