// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// The native coin as an ERC20. Like the first wrapped coins it says Deposit and Withdrawal, and no Transfer, when it wraps.
contract WrappedSpy is ERC20 {
    event Deposit(address indexed account, uint256 amount);
    event Withdrawal(address indexed account, uint256 amount);

    constructor() ERC20("Wrapped Spy", "WSPY") {}

    receive() external payable {
        deposit();
    }

    function deposit() public payable {
        _silently(address(0), msg.sender, msg.value);
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 amount) external {
        _silently(msg.sender, address(0), amount);
        emit Withdrawal(msg.sender, amount);
        (bool sent, ) = msg.sender.call{value: amount}("");
        require(sent, "WrappedSpy: receiver refused");
    }

    mapping(address => uint256) private wrapped;
    uint256 private wrappedSupply;

    function balanceOf(address account) public view override returns (uint256) {
        return wrapped[account];
    }

    function totalSupply() public view override returns (uint256) {
        return wrappedSupply;
    }

    function _update(address from, address to, uint256 amount) internal override {
        _silently(from, to, amount);
        emit Transfer(from, to, amount);
    }

    function _silently(address from, address to, uint256 amount) private {
        if (from == address(0)) wrappedSupply += amount;
        else {
            require(wrapped[from] >= amount, "WrappedSpy: balance too small");
            wrapped[from] -= amount;
        }
        if (to == address(0)) wrappedSupply -= amount;
        else wrapped[to] += amount;
    }
}
