// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// Stakes and loans of Harbor Coin: who has staked may borrow half of it, and earns a coin for each hundred.
contract Breakwater {
    IERC20 public immutable coin;
    mapping(address => uint256) public staked;
    mapping(address => uint256) public borrowed;
    mapping(address => bool) public claimed;

    event Staked(address indexed member, uint256 amount);
    event Borrowed(address indexed member, uint256 amount);
    event Repaid(address indexed member, uint256 amount);
    event Claimed(address indexed member, uint256 amount);

    constructor(IERC20 coin_) {
        coin = coin_;
    }

    function stake(uint256 amount) external {
        staked[msg.sender] += amount;
        _take(amount);
        emit Staked(msg.sender, amount);
    }

    function unstake(uint256 amount) external {
        staked[msg.sender] -= amount;
        require(borrowed[msg.sender] * 2 <= staked[msg.sender], "Breakwater: repay first");
        _pay(amount);
    }

    function borrow(uint256 amount) external {
        borrowed[msg.sender] += amount;
        require(borrowed[msg.sender] * 2 <= staked[msg.sender], "Breakwater: stake more first");
        _pay(amount);
        emit Borrowed(msg.sender, amount);
    }

    function repay(uint256 amount) external {
        borrowed[msg.sender] -= amount;
        _take(amount);
        emit Repaid(msg.sender, amount);
    }

    function claim() external {
        require(!claimed[msg.sender], "Breakwater: claimed already");
        claimed[msg.sender] = true;
        uint256 amount = staked[msg.sender] / 100;
        _pay(amount);
        emit Claimed(msg.sender, amount);
    }

    function _take(uint256 amount) private {
        require(coin.transferFrom(msg.sender, address(this), amount), "Breakwater: coin refused");
    }

    function _pay(uint256 amount) private {
        require(coin.transfer(msg.sender, amount), "Breakwater: coin refused");
    }
}
