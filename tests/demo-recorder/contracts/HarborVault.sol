// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// Keeps Harbor Coin for its members. Lives behind VaultProxy.
contract HarborVault is Initializable, UUPSUpgradeable {
    IERC20 public coin;
    address public owner;
    uint256 public total;
    mapping(address => uint256) public kept;

    event Kept(address indexed member, uint256 amount);
    event Taken(address indexed member, uint256 amount);

    error NotEnough(uint256 asked, uint256 available);

    constructor() {
        _disableInitializers();
    }

    function initialize(IERC20 coin_, address owner_) external initializer {
        coin = coin_;
        owner = owner_;
    }

    function keep(uint256 amount) external {
        kept[msg.sender] += amount;
        total += amount;
        require(coin.transferFrom(msg.sender, address(this), amount), "HarborVault: coin refused");
        emit Kept(msg.sender, amount);
    }

    function take(uint256 amount) external {
        if (kept[msg.sender] < amount) revert NotEnough(amount, kept[msg.sender]);
        kept[msg.sender] -= amount;
        total -= amount;
        require(coin.transfer(msg.sender, amount), "HarborVault: coin refused");
        emit Taken(msg.sender, amount);
    }

    function version() external pure virtual returns (string memory) {
        return "1";
    }

    function _authorizeUpgrade(address) internal view override {
        require(msg.sender == owner, "HarborVault: not the owner");
    }
}

/// The upgrade: tips in the native coin, passed on to the owner.
contract HarborVaultTwo is HarborVault {
    event Tipped(address indexed from, uint256 amount);

    function tip() external payable {
        (bool sent, ) = owner.call{value: msg.value}("");
        require(sent, "HarborVault: owner refused");
        emit Tipped(msg.sender, msg.value);
    }

    function version() external pure override returns (string memory) {
        return "2";
    }
}

contract VaultProxy is ERC1967Proxy {
    constructor(address implementation, bytes memory data) payable ERC1967Proxy(implementation, data) {}
}
