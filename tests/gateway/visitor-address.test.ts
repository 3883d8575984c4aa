import { describe, expect, test } from 'vitest'
import { visitorAddress, visitorNetwork } from '#lib/http/visitor-address.ts'

describe("the visitor's address", () => {
  test("is the socket's if no proxy is trusted, whatever the visitor claims", () => {
    expect(visitorAddress('203.0.113.7', '198.51.100.1', 0)).toBe('203.0.113.7')
    expect(visitorAddress('203.0.113.7', undefined, 2)).toBe('203.0.113.7')
  })

  test('is the one seen by the trusted proxies, ignoring entries that the visitor added', () => {
    expect(visitorAddress('10.0.0.1', '203.0.113.7', 1)).toBe('203.0.113.7')
    expect(visitorAddress('10.0.0.1', '198.51.100.1, 203.0.113.7', 1)).toBe('203.0.113.7')
    expect(visitorAddress('10.0.0.1', '198.51.100.1, 203.0.113.7, 10.0.0.2', 2)).toBe('203.0.113.7')
    expect(visitorAddress('10.0.0.1', '1.1.1.1,2.2.2.2,3.3.3.3,203.0.113.7', 1)).toBe('203.0.113.7')
  })

  test('is the nearest trusted one if an entry is missing or invalid', () => {
    expect(visitorAddress('10.0.0.1', '203.0.113.7', 3)).toBe('203.0.113.7')
    expect(visitorAddress('10.0.0.1', 'unknown, 10.0.0.2', 2)).toBe('10.0.0.2')
    expect(visitorAddress('10.0.0.1', '203.0.113.7, <script>', 1)).toBe('10.0.0.1')
    expect(visitorAddress('10.0.0.1', ',', 1)).toBe('10.0.0.1')
    expect(visitorAddress('', undefined, 0)).toBe('unknown')
  })

  test('is parsed with port, brackets, quotes and zone, and normalised', () => {
    expect(visitorAddress('10.0.0.1', '203.0.113.7:5123', 1)).toBe('203.0.113.7')
    expect(visitorAddress('10.0.0.1', '"[2001:DB8:0::1]:443"', 1)).toBe('2001:db8::1')
    expect(visitorAddress('fe80::1%eth0', null, 0)).toBe('fe80::1')
    expect(visitorAddress('::ffff:203.0.113.7', null, 0)).toBe('203.0.113.7')
    expect(visitorAddress('::FFFF:cb00:7107', null, 0)).toBe('203.0.113.7')
  })
})

describe('the network of an address', () => {
  test('is the IPv4 address itself, or the /64 of an IPv6 one', () => {
    expect(visitorNetwork('203.0.113.7')).toBe('203.0.113.7')
    expect(visitorNetwork('2001:db8:1:2:3:4:5:6')).toBe(visitorNetwork('2001:db8:1:2:ffff::9'))
    expect(visitorNetwork('2001:db8:1:2::1')).not.toBe(visitorNetwork('2001:db8:1:3::1'))
    expect(visitorNetwork('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(visitorNetwork('unknown')).toBe('unknown')
  })
})
