/** `Silent` returns nothing, as USDT on Ethereum, and may take a fee of a hundredth. */
export const TOKEN_SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

contract Token {
  event Transfer(address indexed from, address indexed to, uint256 value);
  uint8 public immutable decimals;
  uint256 public feeShare;
  mapping(address => uint256) public balanceOf;

  constructor(uint8 digits) { decimals = digits; }

  function mint(address to, uint256 value) external { balanceOf[to] += value; emit Transfer(address(0), to, value); }

  function setFee(uint256 share) external { feeShare = share; }

  function move(address from, address to, uint256 value) internal {
    balanceOf[from] -= value;
    uint256 fee = feeShare == 0 ? 0 : value / feeShare;
    balanceOf[to] += value - fee;
    emit Transfer(from, to, value - fee);
    if (fee > 0) { balanceOf[address(this)] += fee; emit Transfer(from, address(this), fee); }
  }

  function transfer(address to, uint256 value) external { move(msg.sender, to, value); }

  function transferTwo(address one, uint256 first, address other, uint256 second) external {
    move(msg.sender, one, first);
    move(msg.sender, other, second);
  }

  function transferByBlock(address even, uint256 first, address odd, uint256 second) external {
    if (block.number % 2 == 0) move(msg.sender, even, first);
    else move(msg.sender, odd, second);
  }

  function transferMany(address[] calldata to, uint256 value) external {
    for (uint256 i = 0; i < to.length; i++) move(msg.sender, to[i], value);
  }
}
`
