// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Counter {
    error TooHigh(uint256 count, uint256 limit);

    event Counted(address indexed by, uint256 count);

    /// The number of calls so far.
    uint256 public count;
    mapping(address => uint256) public countOf;

    function increment(uint256 limit) external {
        if (count >= limit) revert TooHigh(count, limit);
        count++;
        countOf[msg.sender]++;
        emit Counted(msg.sender, count);
    }
}

contract Vault {
    address public immutable owner;
    uint256 public immutable fee;
    bytes32 private immutable salt;
    string public label;

    constructor(address owner_, uint256 fee_, string memory label_) {
        owner = owner_;
        fee = fee_;
        salt = keccak256(bytes(label_));
        label = label_;
    }

    function quote(uint256 amount) external view returns (uint256, bytes32) {
        require(msg.sender != owner, "owner pays nothing");
        return (amount * fee / 10_000, salt);
    }

    function ownerFee() external view returns (uint256) {
        return msg.sender == owner ? 0 : fee;
    }
}

library Sums {
    function total(uint256[] calldata values) external pure returns (uint256 sum) {
        for (uint256 i = 0; i < values.length; i++) sum += values[i];
    }
}

contract Basket {
    uint256[] public values;

    function add(uint256[] calldata more) external returns (uint256) {
        for (uint256 i = 0; i < more.length; i++) values.push(more[i]);
        return Sums.total(more);
    }

    function preview(uint256[] calldata more) external pure returns (uint256) {
        return Sums.total(more) + 1;
    }
}

contract Proxy {
    bytes32 private constant SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    constructor(address implementation, bytes memory call) {
        assembly {
            sstore(SLOT, implementation)
        }
        if (call.length > 0) {
            (bool ok,) = implementation.delegatecall(call);
            require(ok);
        }
    }

    fallback() external payable {
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), sload(SLOT), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}

contract Factory {
    Counter[] public counters;

    function create() external returns (Counter counter) {
        counter = new Counter();
        counters.push(counter);
    }
}
