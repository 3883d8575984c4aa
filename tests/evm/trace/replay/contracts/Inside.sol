// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IVault {
    function deposit(address token, uint256 amount) external payable returns (uint256 shares);
    function withdraw(uint256 shares) external;
}

contract Token {
    event Transfer(address indexed from, address indexed to, uint256 value);

    error InsufficientBalance(address holder, uint256 balance, uint256 needed);

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    uint256 public totalSupply;

    constructor() {
        balanceOf[msg.sender] = 1000;
        totalSupply = 1000;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        _move(from, to, value);
        return true;
    }

    function _move(address from, address to, uint256 value) private {
        uint256 balance = balanceOf[from];
        if (balance < value) revert InsufficientBalance(from, balance, value);
        balanceOf[from] = balance - value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

contract Vault is IVault {
    event Before(uint256 amount);
    event Between(uint256 shares);
    event After(string note);

    mapping(address => uint256) public sharesOf;
    address payable public owner;

    constructor() {
        owner = payable(msg.sender);
    }

    function deposit(address token, uint256 amount) external payable returns (uint256 shares) {
        emit Before(amount);
        Token(token).transferFrom(msg.sender, address(this), amount);
        shares = amount * 2;
        sharesOf[msg.sender] += shares;
        emit Between(shares);
        if (msg.value > 0) owner.transfer(msg.value / 2);
        // The failure of an inner call that does not fail the outer one.
        try Token(token).transfer(address(1), 10 ** 18) returns (bool) {} catch {}
        emit After("<script>alert(1)</script>");
    }

    function withdraw(uint256) external pure {
        revert("<b>closed</b> until \u202e tomorrow");
    }
}

/** Forwards everything to the implementation in the slot of EIP-1967. */
contract Proxy {
    constructor(address implementation) {
        bytes32 slot = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
        assembly {
            sstore(slot, implementation)
        }
    }

    fallback() external payable {
        bytes32 slot = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
        assembly {
            let implementation := sload(slot)
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), implementation, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}
