// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccessControlEnumerable} from '@openzeppelin/contracts/access/extensions/AccessControlEnumerable.sol';
import {Ownable} from '@openzeppelin/contracts/access/Ownable.sol';
import {BeaconProxy} from '@openzeppelin/contracts/proxy/beacon/BeaconProxy.sol';
import {UpgradeableBeacon} from '@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol';
import {Clones} from '@openzeppelin/contracts/proxy/Clones.sol';
import {TransparentUpgradeableProxy} from '@openzeppelin/contracts/proxy/transparent/TransparentUpgradeableProxy.sol';
import {ERC20} from '@openzeppelin/contracts/token/ERC20/ERC20.sol';
import {ERC20Pausable} from '@openzeppelin/contracts/token/ERC20/extensions/ERC20Pausable.sol';
import {ERC721} from '@openzeppelin/contracts/token/ERC721/ERC721.sol';

/// A coin with every ability but an upgrade.
contract AbleCoin is ERC20Pausable, Ownable {
  error TooMany(uint256 asked, string reason);

  struct Order { address to; uint256 amount; bytes32[] notes; }

  constructor() ERC20('Able', 'ABLE') Ownable(msg.sender) {}
  function mint(address to, uint256 amount) external onlyOwner { _mint(to, amount); }
  function pause() external onlyOwner { _pause(); }
  function unpause() external onlyOwner { _unpause(); }
  function destroy() external onlyOwner { selfdestruct(payable(msg.sender)); }
  /// Gives its input back, one more each.
  function echo(Order[] calldata orders, int8[2] calldata pair, string calldata text) external pure returns (Order[] memory, int8[2] memory, string memory said) { return (orders, pair, text); }
  function refuse(uint256 asked) external pure returns (uint256) { revert TooMany(asked, 'no more than 3'); }
  function fail() external pure { revert('out of luck'); }
  function divide(uint256 by) external pure returns (uint256) { return 1 / by; }
  function burnGas() external view returns (uint256 sum) { for (uint256 at = 0; ; at++) sum ^= uint256(blockhash(at)); }
}

contract PlainNft is ERC721 {
  constructor() ERC721('Plain', 'PLAIN') {}
}

contract Roles is AccessControlEnumerable {
  bytes32 public constant MINTER_ROLE = keccak256('MINTER_ROLE');
  constructor(address minter) {
    _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
    _grantRole(MINTER_ROLE, minter);
  }
}

contract Proxy is TransparentUpgradeableProxy {
  constructor(address logic, address owner) TransparentUpgradeableProxy(logic, owner, '') {}
  function _unsafeAllowUninitialized() internal pure override returns (bool) { return true; }
}

contract Beacon is UpgradeableBeacon {
  constructor(address logic, address owner) UpgradeableBeacon(logic, owner) {}
}

contract ByBeacon is BeaconProxy {
  constructor(address beacon) BeaconProxy(beacon, '') {}
}

/// Creates contracts inside of a call.
contract Factory {
  event Made(address indexed made);
  function clone(address logic) external { emit Made(Clones.clone(logic)); }
  function make() external { emit Made(address(new PlainNft())); }
}
