/** A contract with an immutable value, for verifiers that compile it themselves. */
export const counterSource = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Counter {
  uint256 public number;
  uint256 immutable start;
  constructor(uint256 first) { start = first; number = first; }
  function increment(uint256 by) external { number += by; }
}
`
