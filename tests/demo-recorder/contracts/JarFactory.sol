// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A savings jar: takes coins until its owner breaks it.
contract SavingsJar {
    address public immutable owner;
    string public label;

    event Saved(address indexed from, uint256 amount);
    event Broken(uint256 amount);

    constructor(address owner_, string memory label_) payable {
        owner = owner_;
        label = label_;
        if (msg.value > 0) emit Saved(owner_, msg.value);
    }

    receive() external payable {
        require(msg.value >= 0.001 ether, "SavingsJar: too small to keep");
        emit Saved(msg.sender, msg.value);
    }

    function smash() external {
        require(msg.sender == owner, "SavingsJar: not your jar");
        uint256 amount = address(this).balance;
        emit Broken(amount);
        (bool sent, ) = owner.call{value: amount}("");
        require(sent, "SavingsJar: owner refused");
    }
}

/// Creates jars by CREATE, and by CREATE2 where the address should be known before.
contract JarFactory {
    event JarMade(address indexed owner, address jar, string label);

    function make(string calldata label) external payable returns (address jar) {
        jar = address(new SavingsJar{value: msg.value}(msg.sender, label));
        emit JarMade(msg.sender, jar, label);
    }

    function makeAt(bytes32 salt, string calldata label) external payable returns (address jar) {
        jar = address(new SavingsJar{value: msg.value, salt: salt}(msg.sender, label));
        emit JarMade(msg.sender, jar, label);
    }
}
