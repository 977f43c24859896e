<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="levels" tilewidth="120" tileheight="104" tilecount="10" columns="1">
 <image source="levels.png" width="120" height="1040"/>
 <tile id="0" type="0"/>
 <tile id="1" type="1"/>
 <tile id="2" type="2"/>
 <tile id="3" type="3"/>
 <tile id="4" type="4"/>
 <tile id="5" type="5"/>
 <tile id="6" type="6"/>
 <tile id="7" type="7"/>
 <tile id="8" type="8"/>
 <tile id="9" type="9"/>
</tileset>
