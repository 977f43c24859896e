<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="terrain" tilewidth="120" tileheight="104" tilecount="17" columns="1">
 <image source="terrain.png" width="120" height="1768"/>
 <tile id="0" type="shallow-water"/>
 <tile id="1" type="beach"/>
 <tile id="2" type="clear"/>
 <tile id="3" type="rocky"/>
 <tile id="4" type="brush"/>
 <tile id="5" type="grove"/>
 <tile id="6" type="light-forest"/>
 <tile id="7" type="heavy-forest"/>
 <tile id="8" type="single-storey"/>
 <tile id="9" type="multi-storey"/>
 <tile id="10" type="large-building"/>
 <tile id="11" type="bridge"/>
 <tile id="12" type="swamp"/>
 <tile id="13" type="craters"/>
 <tile id="14" type="brush-craters"/>
 <tile id="15" type="ruins"/>
 <tile id="16" type="sea"/>
</tileset>
